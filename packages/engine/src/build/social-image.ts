/** The pictures that pages name in their front matter for social cards. */
import type { Asset, DocSource } from '#content/document.ts';
import { frontMatterLine } from '#content/questions.ts';
import { isLinkedDrawing, type LinkResolver } from '#content/link-resolver.ts';
import type { Problem } from '#model/problem.ts';
import { isExternal, withBase } from '#model/url.ts';

import type { Site } from './site.ts';

/** Finds the picture that a page names for social networks; null if it does not exist, or is a drawing, which they do not show. As in Docusaurus, a path may be relative to a static folder. */
function resolveSocialImage(
  image: string,
  doc: DocSource,
  linkResolver: Pick<LinkResolver, 'resolverFor'>,
): { url: string } | { asset: Asset } | null {
  if (isExternal(image)) return { url: image };
  for (const target of image.startsWith('.') || image.startsWith('/') ? [image] : [image, `/${image}`]) {
    const found = linkResolver.resolverFor(doc).resolveTarget(target);
    if (found.kind === 'file' && !isLinkedDrawing(found.asset)) return { asset: found.asset };
  }
  return null;
}

/** Returns the files that pages name as their pictures, which are copied to the output, and a problem for each file that does not exist. */
export function findSocialImages(
  docs: readonly DocSource[],
  linkResolver: LinkResolver,
): { assets: [path: string, absolute: string][]; problems: Problem[] } {
  const assets: [string, string][] = [];
  const problems: Problem[] = [];
  for (const doc of docs) {
    const { image } = doc.frontMatter;
    if (image === undefined) continue;
    const found = resolveSocialImage(image, doc, linkResolver);
    const reason = /\.svg$/i.test(image) ? `social networks do not show the drawing "${image}"` : `there is no file "${image}"`;
    const message = `front matter "image": ${reason}. Name a picture beside the page or in a static folder, or a full address`;
    if (found === null) problems.push({ file: doc.file, line: frontMatterLine(doc, image), message, severity: 'error' });
    else if ('asset' in found) assets.push([found.asset.path, found.asset.absolute]);
  }
  return { assets, problems };
}

/** Returns the full address of the picture that a page names for social networks; null if it names none. */
export function socialImageOf(doc: DocSource, { linkResolver, data }: Pick<Site, 'linkResolver' | 'data'>): string | null {
  const found = doc.frontMatter.image === undefined ? null : resolveSocialImage(doc.frontMatter.image, doc, linkResolver);
  return found === null ? null : 'url' in found ? found.url : data.url + withBase(data.baseUrl, found.asset.path);
}
