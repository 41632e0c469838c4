import { withBase } from '../search-address.ts';
import { decodeIndex, type Index } from '../index-file/read.ts';

export interface PublishedIndex {
  index: Index;
  indexName: string;
}

async function fetchFile(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered with status ${response.status}.`);
  return response;
}

/**
 * Finds the index of the published build and fetches it. The browser caches it, because its name contains a content hash.
 * @param prefix route of the version or language with this index; '' for the default one
 * @throws Error that names the address, IndexFormatError
 */
export async function fetchIndex(baseUrl: string, prefix = ''): Promise<PublishedIndex> {
  const pointer = (await (await fetchFile(withBase(baseUrl, `${prefix}/search-index.json`))).json()) as { url: string; indexName: string };
  const bytes = new Uint8Array(await (await fetchFile(withBase(baseUrl, pointer.url))).arrayBuffer());
  return { index: decodeIndex(bytes), indexName: pointer.indexName };
}
