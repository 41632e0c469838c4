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
 * Fetches the index of the published build. `search-index.json` contains its URL, which has a content hash, so that browsers
 * can cache the index.
 * @param prefix route prefix of the doc set with this index; '' for the default one
 * @throws Error with the address if a request fails; IndexFormatError
 */
export async function fetchIndex(baseUrl: string, prefix = ''): Promise<PublishedIndex> {
  const pointer = (await (await fetchFile(withBase(baseUrl, `${prefix}/search-index.json`))).json()) as { url: string; indexName: string };
  const bytes = new Uint8Array(await (await fetchFile(withBase(baseUrl, pointer.url))).arrayBuffer());
  return { index: decodeIndex(bytes), indexName: pointer.indexName };
}
