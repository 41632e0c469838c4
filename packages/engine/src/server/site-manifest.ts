import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { limitsSchema, serverSchema } from '#config/schema/server.ts';

const siteManifestSchema = z.object({
  /** Names the build; the same as in every page of it. */
  build: z.string().min(1),
  /** The path that the pages were built for; starts and ends with `/`. */
  baseUrl: z.string().regex(/^\/([^?#]*\/)?$/, 'must start and end with /'),
  /** Hashes of the pages' inline scripts as the Content-Security-Policy writes them: `sha256-…`. */
  scriptHashes: z.array(z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/, 'must look like sha256-…')),
  /** The font that every page needs, below the base URL. */
  font: z
    .string()
    .regex(/^\/assets\/[\w.-]+$/, 'must lie in /assets')
    .optional(),
  /** Origin of the public site, where the build knows it. */
  url: z.string().optional(),
  /** Name of the site. */
  title: z.string().optional(),
  /** Rate limits, as configured; absent: the defaults. */
  limits: limitsSchema.optional(),
  /** Project key that questions must contain; absent: not checked. */
  assistantProjectKey: z.string().optional(),
  /** The search index, relative to the build's folder; absent where the site is built without one. */
  searchIndex: z
    .string()
    .regex(/^site\/assets\/[\w.-]+$/, 'must lie in site/assets')
    .optional(),
  /** Name of the index in requests of clients. */
  searchIndexName: z.string().optional(),
  /** Translations of the words of the results page, by the English ones; absent in English. */
  searchWords: z.record(z.string(), z.string()).optional(),
  /** The indexes of other versions and languages. */
  docSets: z
    .array(
      z.object({
        /** Route below which the set has its results page. */
        prefix: z.string().regex(/^\/[^?#]+$/, 'must be a route'),
        /** As `searchIndex`. */
        searchIndex: z.string().regex(/^site\/assets\/[\w.-]+$/, 'must lie in site/assets'),
        searchIndexName: z.string(),
        searchWords: z.record(z.string(), z.string()).optional(),
      }),
    )
    .optional(),
  /** Address where readers report failed searches. */
  searchFeedbackUrl: z
    .string()
    .regex(/^https?:/)
    .optional(),
  /** How the server answers, as configured; absent: the defaults. */
  server: serverSchema.optional(),
  /** Redirects from routes to other routes or full URLs. The home page's redirect is temporary. */
  redirects: z.record(z.string(), z.string()).optional(),
  /** Origins of scripts that the configuration adds. */
  scriptOrigins: z.array(z.string().regex(/^https?:\/\/[\w.:-]+$/, 'must be an origin')).optional(),
  /** Origins of stylesheets that the configuration adds. */
  styleOrigins: z.array(z.string().regex(/^https?:\/\/[\w.:-]+$/, 'must be an origin')).optional(),
  /** Origins of frames that pages load when readers ask for them. */
  frameOrigins: z.array(z.string().regex(/^https?:\/\/[\w.:-]+$/, 'must be an origin')).optional(),
  /** Other origins that the pages' scripts connect to, such as a hosted search. */
  connectOrigins: z.array(z.string().regex(/^https?:\/\/[\w.:-]+$/, 'must be an origin')).optional(),
});

/** What the server needs to know of a build: `manifest.json` beside the `site` folder. */
export type SiteManifest = z.infer<typeof siteManifestSchema>;

/** A build that cannot be served. The message is for the operator of the server and says how to fix it. */
export class BuildMissingError extends Error {
  override name = 'BuildMissingError';
}

/** Folder of a build with the files that are served. */
export function siteDirectory(buildDirectory: string): string {
  return join(buildDirectory, 'site');
}

/**
 * Reads and checks the manifest of a build.
 * @throws BuildMissingError if the folder is missing, incomplete, or from another version of this program.
 */
export async function readSiteManifest(buildDirectory: string): Promise<SiteManifest> {
  const advice = 'Run `npm run build` first, or name the folder of a finished build with --dir.';
  const file = join(buildDirectory, 'manifest.json');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    const isThere = await isDirectory(buildDirectory);
    const what = isThere ? `${buildDirectory} is no finished build: manifest.json is missing.` : `There is no build in ${buildDirectory}.`;
    throw new BuildMissingError(`${what} ${advice}`);
  }
  const manifest = siteManifestSchema.safeParse(parseJson(text));
  if (!manifest.success) {
    const issue = manifest.error.issues[0];
    const where = issue && issue.path.length > 0 ? ` (${issue.path.join('.')}: ${issue.message})` : '';
    throw new BuildMissingError(`${file} cannot be read as the manifest of a build${where}. ${advice}`);
  }
  const missing = await firstMissing(siteDirectory(buildDirectory), ['index.html', '404.html']);
  if (missing) throw new BuildMissingError(`${buildDirectory} is no finished build: site/${missing} is missing. ${advice}`);
  return manifest.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function firstMissing(folder: string, names: string[]): Promise<string | undefined> {
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (!found?.isFile()) return name;
  }
  return undefined;
}
