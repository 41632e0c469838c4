import { markdownPath } from '#model/url.ts';
import type { OpenIndex } from '../open-index.ts';
import type { SiteManifest } from '../site-manifest.ts';
import { createFileStore } from '../static/file-store.ts';
import type { Documentation } from './documentation.ts';

/** The documentation of a build, its pages read from the folder of the site. */
export function openDocumentation(
  { engine, pages }: OpenIndex,
  { baseUrl, title = 'this site' }: SiteManifest,
  siteDir: string,
): Documentation {
  const files = createFileStore(siteDir, { maxBytes: 0 });
  return {
    title,
    engine,
    pages,
    baseUrl,
    async readMarkdown({ path }) {
      const file = await files.read(markdownPath(path).slice(1));
      return file && new Response(file.body()).text();
    },
  };
}
