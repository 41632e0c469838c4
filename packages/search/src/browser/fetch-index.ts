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
 * Finds the index of the build that is published now, and fetches it: the browser keeps that one, its name is its content's.
 * @param prefix route below which it lies: '' but for one of several versions and languages
 * @throws Error that names the address, IndexFormatError
 */
export async function fetchIndex(baseUrl: string, prefix = ''): Promise<PublishedIndex> {
  const pointer = (await (await fetchFile(withBase(baseUrl, `${prefix}/search-index.json`))).json()) as { url: string; indexName: string };
  const bytes = new Uint8Array(await (await fetchFile(withBase(baseUrl, pointer.url))).arrayBuffer());
  return { index: decodeIndex(bytes), indexName: pointer.indexName };
}
