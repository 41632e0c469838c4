/**
 * Builds and serves the sites for the browser tests: the project's own website, a small site with a different configuration, and a
 * site with versions. The own website is also served from a path that it was not built for.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import type { TestProject } from 'vitest/node';
import { BuildError, buildSite, createPhases } from '@quire/engine/build/build.ts';
import { readEnvironment } from '@quire/engine/config/env.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import type { SiteConfig } from '@quire/engine/config/schema.ts';
import { formatProblem } from '@quire/engine/model/problem.ts';
import type { Plugin } from '@quire/engine/plugin.ts';
import { createApp } from '@quire/engine/server/app.ts';
import { listen, type RunningServer } from '@quire/engine/server/main.ts';
import { openServices } from '@quire/engine/server/open-services.ts';
import type { SiteManifest } from '@quire/engine/server/site-manifest.ts';

/** Addresses end with the slash of the base URL; folders are absolute paths. */
export interface TestSites {
  /** The project's own website. */
  own: string;
  /** tests/fixtures/small-site. */
  small: string;
  /** tests/fixtures/versions-site. */
  versions: string;
  /** The own website at a path that it was not built for. */
  misplaced: string;
  /** Folder with the build of the own website. */
  ownBuild: string;
  /** Folder with the build of the own website for static hosts. */
  staticBuild: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    sites: TestSites;
  }
}

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const MISPLACED = '/elsewhere';

/** Ignores broken links and anchors. `npm run build` reports them, and they should not prevent the browser tests from running. */
function tolerant(config: SiteConfig): SiteConfig {
  const rules = { ...config.docs.rules, knownMissing: [{ target: '**', reason: '`npm run build` reports them' }] };
  return { ...config, onBrokenAnchors: 'ignore', docs: { ...config.docs, rules } };
}

/**
 * Builds a site.
 * @param site name of the cache; each site has its own, because a build deletes the entries that it does not use
 * @param build name of the output folder
 * @returns absolute path of the build
 */
async function buildForTests(config: SiteConfig, site: string, build = site): Promise<string> {
  const folder = join(ROOT, '.cache', 'browser-tests');
  const outDir = join(folder, build, 'build');
  try {
    await buildSite({ config: tolerant(config), outDir, cacheDir: join(folder, site, 'cache'), phases: createPhases(null) });
  } catch (error) {
    if (error instanceof BuildError)
      throw new Error(`The build of a site for the browser tests failed:\n${error.problems.map(formatProblem).join('\n')}`, {
        cause: error,
      });
    throw error;
  }
  return outDir;
}

/** Creates the app of a server. @param plugins plugins of the site; null: a static host */
export async function appOf(dir: string, plugins: readonly Plugin[] | null): Promise<Hono> {
  const manifest = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as SiteManifest;
  // The policy of an HTTPS site would make the browser request this HTTP server with HTTPS.
  const local = { ...manifest, url: 'http://localhost' };
  const log = (): void => undefined;
  const env = { QUERY_LOG_FILE: join(dir, 'query-log.sqlite') };
  const options = { buildDirectory: dir, manifest: local, environment: readEnvironment(env), env, log, now: Date.now };
  return createApp({
    siteDir: join(dir, 'site'),
    manifest: local,
    log,
    now: Date.now,
    services: plugins === null ? [] : (await openServices({ ...options, plugins })).services,
    health: () => ({ status: 'ok', build: manifest.build, uptimeSeconds: 0 }),
  });
}

/** Serves an app under another path. All other paths are not found. */
function below(path: string, app: Hono): Hono {
  return new Hono().get(`${path}/*`, (c) => app.request(c.req.path.slice(path.length), { headers: c.req.raw.headers }));
}

/** The bundler uses NODE_ENV as its mode. Vitest sets it to `test`, but the tests should run the published code. */
async function inProduction<Result>(run: () => Promise<Result>): Promise<Result> {
  const original = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return await run();
  } finally {
    process.env['NODE_ENV'] = original;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const ownConfig = await loadConfig(join(ROOT, 'website/site.config.ts'), {});
  const smallConfig = await loadConfig(join(ROOT, 'tests/fixtures/small-site/site.config.ts'), {});
  const versionsConfig = await loadConfig(join(ROOT, 'tests/fixtures/versions-site/site.config.ts'), {});
  const search = ownConfig.search && { ...ownConfig.search, provider: 'browser' as const };
  const [[own, staticBuild], small, versions] = await inProduction(() =>
    Promise.all([
      // Both builds of the own website use the same cache, so the second one waits for the first.
      buildForTests(ownConfig, 'own').then(
        async (first) => [first, await buildForTests({ ...ownConfig, search }, 'own', 'static')] as const,
      ),
      buildForTests(smallConfig, 'small'),
      buildForTests(versionsConfig, 'versions'),
    ]),
  );
  const ownApp = await appOf(own, ownConfig.plugins);
  const apps = [ownApp, await appOf(small, smallConfig.plugins), below(MISPLACED, ownApp), await appOf(versions, versionsConfig.plugins)];
  const servers: RunningServer[] = [];
  for (const app of apps) servers.push(await listen(app, { port: 0, host: '127.0.0.1', onStopping: () => undefined }));
  const [ownUrl = '', smallUrl = '', misplacedUrl = '', versionsUrl = ''] = servers.map(({ url }) => url);
  project.provide('sites', {
    own: `${ownUrl}/`,
    small: smallUrl + smallConfig.baseUrl,
    versions: versionsUrl + versionsConfig.baseUrl,
    misplaced: `${misplacedUrl}${MISPLACED}/`,
    ownBuild: own,
    staticBuild,
  });
  return async () => void (await Promise.all(servers.map((server) => server.close())));
}
