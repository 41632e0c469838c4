/** The pictures that pages name in their front matter for social cards. */
import type { Asset, DocSource } from '#content/document.ts';
import { frontMatterLine } from '#content/questions.ts';
import type { LinkResolver } from '#content/link-resolver.ts';
import type { Problem } from '#model/problem.ts';
import { isExternal, withBase } from '#model/url.ts';

import type { Site } from './site.ts';

/** The picture that a page names for social cards; null: none, or it does not exist. As in Docusaurus, a path without a dot starts at a static folder. */
function socialImage(image: string, doc: DocSource, map: Pick<LinkResolver, 'resolverFor'>): { url: string } | { asset: Asset } | null {
  if (isExternal(image)) return { url: image };
  for (const target of image.startsWith('.') || image.startsWith('/') ? [image] : [image, `/${image}`]) {
    const found = map.resolverFor(doc).resolveTarget(target);
    if (found.kind === 'file') return { asset: found.asset };
  }
  return null;
}

/** The files that the pages name, for the output, and the names that lead to no file. */
export function readSocialImages(
  docs: readonly DocSource[],
  map: LinkResolver,
): { assets: [path: string, absolute: string][]; problems: Problem[] } {
  const assets: [string, string][] = [];
  const problems: Problem[] = [];
  for (const doc of docs) {
    const { image } = doc.frontMatter;
    if (image === undefined) continue;
    const found = socialImage(image, doc, map);
    const message = `front matter "image": there is no file "${image}". Name a file beside the page or in a static folder, or a full address`;
    if (found === null) problems.push({ file: doc.file, line: frontMatterLine(doc, image), message, severity: 'error' });
    else if ('asset' in found) assets.push([found.asset.path, found.asset.absolute]);
  }
  return { assets, problems };
}

/** The full address of the picture that a page names for social cards; null: none. */
export function socialImageOf(doc: DocSource, { map, data }: Pick<Site, 'map' | 'data'>): string | null {
  const found = doc.frontMatter.image === undefined ? null : socialImage(doc.frontMatter.image, doc, map);
  return found === null ? null : 'url' in found ? found.url : data.url + withBase(data.baseUrl, found.asset.path);
}
