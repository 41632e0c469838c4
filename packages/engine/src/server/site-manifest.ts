import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { limitsSchema, serverSchema } from '#config/schema.ts';

const siteManifestSchema = z.object({
  /** Id of the build, which is also in each of its pages. */
  build: z.string().min(1),
  /** The path that the pages were built for; starts and ends with `/`. */
  baseUrl: z.string().regex(/^\/([^?#]*\/)?$/, 'must start and end with /'),
  /** Hashes of inline scripts in the format of the Content-Security-Policy: `sha256-…`. */
  scriptHashes: z.array(z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/, 'must look like sha256-…')),
  /** Path of the font that every page needs, without base URL. */
  font: z
    .string()
    .regex(/^\/assets\/[\w.-]+$/, 'must be in /assets')
    .optional(),
  /** Origin of the published site. */
  url: z.string().optional(),
  /** Name of the site. */
  title: z.string().optional(),
  /** Rate limits, as configured; absent: the defaults. */
  limits: limitsSchema.optional(),
  /** Project key that questions must contain; absent: not checked. */
  assistantProjectKey: z.string().optional(),
  /** Path of the search index, relative to the build's folder; absent if the site was built without one. */
  searchIndex: z
    .string()
    .regex(/^site\/assets\/[\w.-]+$/, 'must be in site/assets')
    .optional(),
  /** Name of the index in the query protocol. */
  searchIndexName: z.string().optional(),
  /** Translations of the results page and of the texts of plugins, by their English text; absent in English. */
  searchWords: z.record(z.string(), z.string()).optional(),
  /** The indexes of other versions and languages. */
  docSets: z
    .array(
      z.object({
        /** Route prefix of the set's results page. */
        prefix: z.string().regex(/^\/[^?#]+$/, 'must be a route'),
        /** Like `searchIndex`. */
        searchIndex: z.string().regex(/^site\/assets\/[\w.-]+$/, 'must be in site/assets'),
        searchIndexName: z.string(),
        searchWords: z.record(z.string(), z.string()).optional(),
      }),
    )
    .optional(),
  /** The front pages that have a Markdown version, by their routes. */
  frontPages: z.array(z.object({ path: z.string().startsWith('/'), title: z.string() })).optional(),
  /** Routes of the languages besides the default one, each of which has a not-found page of its own. */
  languages: z.array(z.string().regex(/^\/[\w-]+$/, 'must be a route')).optional(),
  /** Address where readers report failed searches. */
  searchFeedbackUrl: z
    .string()
    .regex(/^https?:/)
    .optional(),
  /** Settings of the server, as configured; absent: the defaults. */
  server: serverSchema.optional(),
  /** Redirects from routes to other routes or full URLs. */
  redirects: z.record(z.string(), z.string()).optional(),
  /** Those of `redirects` that are temporary, by route. */
  temporaryRedirects: z.array(z.string()).optional(),
  /** Origins of scripts from the configuration. */
  scriptOrigins: z.array(z.string().regex(/^https?:\/\/[\w.:-]+$/, 'must be an origin')).optional(),
  /** Origins of stylesheets from the configuration. */
  styleOrigins: z.array(z.string().regex(/^https?:\/\/[\w.:-]+$/, 'must be an origin')).optional(),
  /** Origins of frames that pages load at the reader's request. */
  frameOrigins: z.array(z.string().regex(/^https?:\/\/[\w.:-]+$/, 'must be an origin')).optional(),
  /** Other origins to which scripts send requests, such as a hosted search. */
  connectOrigins: z.array(z.string().regex(/^https?:\/\/[\w.:-]+$/, 'must be an origin')).optional(),
});

/** The description of a build for the server: `manifest.json` beside the `site` folder. */
export type SiteManifest = z.infer<typeof siteManifestSchema>;

/** Reports a build that cannot be served. The message is for the operator of the server and says how to fix it. */
export class BuildMissingError extends Error {
  override name = 'BuildMissingError';
}

/** Returns the folder of a build with the files that are served. */
export function siteDirectory(buildDirectory: string): string {
  return join(buildDirectory, 'site');
}

/**
 * Reads and checks the manifest of a build.
 * @throws BuildMissingError if the folder is missing, incomplete, or from another version of this program.
 */
export async function readSiteManifest(buildDirectory: string): Promise<SiteManifest> {
  const advice = 'Build the site first, or name the folder of a complete build with --dir.';
  const file = join(buildDirectory, 'manifest.json');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    const isThere = await isDirectory(buildDirectory);
    const what = isThere
      ? `${buildDirectory} is not a complete build: manifest.json is missing.`
      : `There is no build in ${buildDirectory}.`;
    throw new BuildMissingError(`${what} ${advice}`);
  }
  const manifest = siteManifestSchema.safeParse(parseJson(text));
  if (!manifest.success) {
    const issue = manifest.error.issues[0];
    const where = issue && issue.path.length > 0 ? ` (${issue.path.join('.')}: ${issue.message})` : '';
    throw new BuildMissingError(`${file} is not a valid manifest of a build${where}. ${advice}`);
  }
  const missing = await firstMissing(siteDirectory(buildDirectory), ['index.html', '404.html']);
  if (missing) throw new BuildMissingError(`${buildDirectory} is not a complete build: site/${missing} is missing. ${advice}`);
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
