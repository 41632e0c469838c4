import { lookup } from 'mrmime';

/** Names that the library knows otherwise or not at all. */
const OWN_TYPES: Record<string, string> = {
  md: 'text/markdown',
  ico: 'image/x-icon',
};

const TEXT_LIKE = /^(text\/|application\/(json|javascript|xml|manifest\+json|ld\+json|rss\+xml|atom\+xml)|image\/svg\+xml)/;
const COMPRESSIBLE = /^(application\/wasm|application\/octet-stream|image\/x-icon)/;

/** Content type of a file by its name, with the character set where the file is text. */
export function contentTypeOf(file: string): string {
  const extension = extensionOf(file);
  const type = OWN_TYPES[extension] ?? lookup(extension) ?? 'application/octet-stream';
  return TEXT_LIKE.test(type) ? `${type}; charset=utf-8` : type;
}

/** Whether the build may have put a compressed form beside a file of this type. */
export function isCompressible(contentType: string): boolean {
  return TEXT_LIKE.test(contentType) || COMPRESSIBLE.test(contentType);
}

/** Whether a path ends like a file of a known kind that is no page: who asks for it cannot use an HTML answer. */
export function looksLikeFile(path: string): boolean {
  const extension = extensionOf(path);
  return extension !== 'html' && (Object.hasOwn(OWN_TYPES, extension) || lookup(extension) !== undefined);
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
