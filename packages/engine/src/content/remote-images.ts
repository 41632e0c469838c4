/** Pictures on other hosts, downloaded at build: a page loads nothing from other sites, and shows their pictures all the same. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import pLimit from 'p-limit';

import { writeFileAtomic } from './atomic-write.ts';

export interface RemoteImageOptions {
  /** Folder that keeps what was downloaded, across builds. */
  cacheDir: string;
  /** Milliseconds that one picture may take; default 15,000. */
  timeoutMs?: number;
  /** Bytes of one picture; default 20 MB. */
  maxBytes?: number;
}

/** @returns the absolute path of the file, or a reason for the author */
export type DownloadImage = (url: string) => Promise<{ file: string } | { error: string }>;

/** The kind of a problem that the next build may not have, since a host may answer it. */
export const FAILED_DOWNLOADS = 'remote pictures could not be downloaded';
export const REMOTE_PICTURES = 'remote pictures are shown as links';

/** File extensions by media type. */
const TYPES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

/** A host that failed so often in a row is asked no more: without a network each picture would take its whole time. */
const MOST_FAILURES = 3;
const AT_A_TIME = 8;

/** Downloads each picture once. What failed is tried again by the next build. */
export function createImageDownloads({ cacheDir, timeoutMs = 15_000, maxBytes = 20_000_000 }: RemoteImageOptions): DownloadImage {
  const limit = pLimit(AT_A_TIME);
  const known = new Map<string, ReturnType<DownloadImage>>();
  const failures = new Map<string, number>();
  let names: Set<string> | null = null;

  async function download(url: string): ReturnType<DownloadImage> {
    const name = createHash('sha256').update(url).digest('hex').slice(0, 24);
    names ??= new Set(existsSync(cacheDir) ? readdirSync(cacheDir) : []);
    const kept = Object.values(TYPES).find((extension) => names?.has(`${name}.${extension}`));
    if (kept !== undefined) return { file: join(cacheDir, `${name}.${kept}`) };
    const { host } = new URL(url);
    if ((failures.get(host) ?? 0) >= MOST_FAILURES) return { error: `${host} did not answer for other pictures` };
    try {
      const { bytes, extension } = await fetchImage(url, timeoutMs, maxBytes);
      const file = join(cacheDir, `${name}.${extension}`);
      writeFileAtomic(file, bytes);
      failures.delete(host);
      return { file };
    } catch (error) {
      // An invalid response from a host does not mean that the host is down.
      if (!(error instanceof NoImage)) failures.set(host, (failures.get(host) ?? 0) + 1);
      return { error: reasonOf(error, timeoutMs) };
    }
  }

  return (url) => {
    const address = url.startsWith('//') ? `https:${url}` : url;
    const started = known.get(address) ?? limit(() => download(address));
    known.set(address, started);
    return started;
  };
}

/** The host responded, but not with an image that can be used. */
class NoImage extends Error {}

async function fetchImage(url: string, timeoutMs: number, maxBytes: number): Promise<{ bytes: Uint8Array; extension: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), headers: { accept: 'image/*' } });
  if (!response.ok) throw new NoImage(`the host answers ${response.status}`);
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const extension = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (extension === undefined)
    throw new NoImage(`the host answers with ${type === '' ? 'no type' : `the type ${type}`}, which is not an image`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new NoImage(`it has more than ${Math.round(maxBytes / 1_000_000)} MB`);
    parts.push(part);
  }
  return { bytes: Buffer.concat(parts), extension };
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `the host took longer than ${timeoutMs / 1000} seconds`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
