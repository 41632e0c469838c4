/**
 * Builds and serves what the browser tests open: the project's own site, and a small one that is configured differently.
 * The own site is also served from a path that it was not built for.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import type { TestProject } from 'vitest/node';
import { BuildError, buildSite } from '@quire/engine/build/build.ts';
import { createPhases } from '@quire/engine/build/phases.ts';
import { readEnvironment } from '@quire/engine/config/env.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import type { SiteConfig } from '@quire/engine/config/schema.ts';
import { formatProblem } from '@quire/engine/model/problem.ts';
import type { Plugin } from '@quire/engine/plugin.ts';
import { createApp } from '@quire/engine/server/app.ts';
import { listen, type RunningServer } from '@quire/engine/server/main.ts';
import { openServices } from '@quire/engine/server/open-services.ts';
import type { SiteManifest } from '@quire/engine/server/site-manifest.ts';

/** Addresses, each with the base URL's last slash. */
export interface TestSites {
  /** The project's own site. */
  own: string;
  /** tests/fixtures/small-site. */
  small: string;
  /** tests/fixtures/versions-site. */
  versions: string;
  /** The own site at a path that it was not built for. */
  misplaced: string;
  /** Folder of the own site's build, absolute. */
  ownBuild: string;
  /** Folder of the own site's build for hosts that only serve files, absolute. */
  staticBuild: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    sites: TestSites;
  }
}

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const MISPLACED = '/elsewhere';

/** Broken links fail the build that publishes; here they would only keep the browser from being tested. */
function tolerant(config: SiteConfig): SiteConfig {
  const rules = { ...config.docs.rules, knownMissing: [{ target: '**', reason: 'told by the build that publishes' }] };
  return { ...config, onBrokenAnchors: 'ignore', docs: { ...config.docs, rules } };
}

/** @param site which keeps a cache of its own: a build drops from a cache what it does not need itself. @returns the folder of the build, absolute */
async function buildForTests(config: SiteConfig, site: string, build = site): Promise<string> {
  const folder = join(ROOT, '.cache', 'browser-tests');
  const outDir = join(folder, build, 'build');
  try {
    await inProduction(() =>
      buildSite({ config: tolerant(config), outDir, cacheDir: join(folder, site, 'cache'), phases: createPhases(null) }),
    );
  } catch (error) {
    if (error instanceof BuildError)
      throw new Error(`The browser tests have no site: ${error.problems.map(formatProblem).join('\n')}`, { cause: error });
    throw error;
  }
  return outDir;
}

/** @param plugins those of the site; null: a host that only serves files */
export async function appOf(dir: string, plugins: readonly Plugin[] | null): Promise<Hono> {
  const manifest = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as SiteManifest;
  // The policy of an https site would have the browser ask this server, which speaks http, by https.
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

/** The same answers below another path; everything outside of it is missing. */
function below(path: string, app: Hono): Hono {
  return new Hono().get(`${path}/*`, (c) => app.request(c.req.path.slice(path.length), { headers: c.req.raw.headers }));
}

/** The bundler takes NODE_ENV, which is `test` here, for its mode: what is tested is what is published. */
async function inProduction<Result>(run: () => Promise<Result>): Promise<Result> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return await run();
  } finally {
    process.env['NODE_ENV'] = before;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const ownConfig = await loadConfig(join(ROOT, 'website/site.config.ts'), {});
  const smallConfig = await loadConfig(join(ROOT, 'tests/fixtures/small-site/site.config.ts'), {});
  const own = await buildForTests(ownConfig, 'own');
  const search = ownConfig.search && { ...ownConfig.search, provider: 'browser' as const };
  const staticBuild = await buildForTests({ ...ownConfig, search }, 'own', 'static');
  const small = await buildForTests(smallConfig, 'small');
  const versionsConfig = await loadConfig(join(ROOT, 'tests/fixtures/versions-site/site.config.ts'), {});
  const versions = await buildForTests(versionsConfig, 'versions');
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
