/** Downloads pictures of other hosts during the build, so that pages show them without loading anything from other sites. */
import { createHash } from 'node:crypto';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { join } from 'node:path';

import pLimit from 'p-limit';

import { writeFileAtomic } from './files.ts';
import { dangerInSvg } from './svg.ts';

interface RemoteImageOptions {
  /** Absolute folder of the download cache, which later builds reuse. */
  cacheDir: string;
  /** Timeout of one download in milliseconds; default 15,000. */
  timeoutMs?: number;
  /** Maximum size of one picture; default 20 MB. */
  maxBytes?: number;
  /** Whether the build may connect to an IP address; default: to public ones. */
  isAllowed?: (address: string) => boolean;
}

/** Downloads a picture. @returns the absolute path of the file, or the reason for the failure, for the author */
export type DownloadImage = (url: string) => Promise<{ file: string } | { error: string }>;

/** Kind of the problem of failed downloads. Pages with such a problem are compiled again in the next build, which retries the download. */
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

/** A host is skipped after this many consecutive failures. Otherwise, without a network, each picture would take until its timeout. */
const MAX_FAILURES = 3;
const MAX_CONCURRENT = 8;

/** Creates a function that downloads each picture once. The next build retries failed downloads. */
export function createImageDownloads({
  cacheDir,
  timeoutMs = 15_000,
  maxBytes = 20_000_000,
  isAllowed = isPublicAddress,
}: RemoteImageOptions): DownloadImage {
  const limit = pLimit(MAX_CONCURRENT);
  const known = new Map<string, ReturnType<DownloadImage>>();
  const failures = new Map<string, number>();
  let names: Set<string> | null = null;

  async function download(url: string): ReturnType<DownloadImage> {
    const name = createHash('sha256').update(url).digest('hex').slice(0, 24);
    names ??= new Set(existsSync(cacheDir) ? readdirSync(cacheDir) : []);
    const cached = Object.values(TYPES).find((extension) => names?.has(`${name}.${extension}`));
    if (cached !== undefined) return { file: join(cacheDir, `${name}.${cached}`) };
    const host = URL.parse(url)?.host;
    if (host === undefined) return { error: 'the address is not valid' };
    if ((failures.get(host) ?? 0) >= MAX_FAILURES) return { error: `${host} did not respond to other requests` };
    try {
      const { bytes, extension } = await fetchImage(url, { timeoutMs, maxBytes, isAllowed });
      const file = join(cacheDir, `${name}.${extension}`);
      writeFileAtomic(file, bytes);
      failures.delete(host);
      return { file };
    } catch (error) {
      // A host that sends an unusable response is not down.
      if (!(error instanceof UnusableImageError)) failures.set(host, (failures.get(host) ?? 0) + 1);
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

/** The host responded, but not with an image that can be used; or the build must not connect to it. */
class UnusableImageError extends Error {}

const MAX_REDIRECTS = 5;

async function fetchImage(
  url: string,
  { timeoutMs, maxBytes, isAllowed }: Required<Omit<RemoteImageOptions, 'cacheDir'>>,
): Promise<{ bytes: Uint8Array; extension: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  let address = new URL(url);
  let response = await requestImage(address, signal, isAllowed);
  for (let redirects = 0; isRedirect(response); redirects++) {
    if (redirects === MAX_REDIRECTS) throw new UnusableImageError(`the host redirects more than ${MAX_REDIRECTS} times`);
    response.destroy();
    address = new URL(response.headers.location ?? '', address);
    response = await requestImage(address, signal, isAllowed);
  }
  const { statusCode = 0, headers } = response;
  try {
    if (statusCode !== 200) throw new UnusableImageError(`the host responds with status ${statusCode}`);
    const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    const extension = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
    if (extension === undefined)
      throw new UnusableImageError(
        `the host responds with ${type === '' ? 'no media type' : `the media type ${type}`}, which is not an image`,
      );
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > maxBytes) throw new UnusableImageError(`it has more than ${Math.round(maxBytes / 1_000_000)} MB`);
      parts.push(part);
    }
    const bytes = Buffer.concat(parts);
    const danger = extension === 'svg' ? dangerInSvg(bytes) : null;
    if (danger !== null) throw new UnusableImageError(danger);
    return { bytes, extension };
  } finally {
    response.destroy();
  }
}

const isRedirect = ({ statusCode = 0, headers }: IncomingMessage): boolean =>
  statusCode >= 301 && statusCode <= 308 && statusCode !== 304 && headers.location !== undefined;

/**
 * Requests a picture. Authors must not reach private services in the network of the build machine (SSRF), so the IP address is checked in the
 * lookup of the connection itself: a separate lookup before it could return another address (DNS rebinding).
 */
async function requestImage(url: URL, signal: AbortSignal, isAllowed: (address: string) => boolean): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new UnusableImageError(`${url.protocol} is not http or https`);
  const refused = (): UnusableImageError =>
    new UnusableImageError(`${url.hostname} is not a public address, so the build does not connect to it`);
  // A literal IP address is not looked up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw refused();
  const lookupAllowed: LookupFunction = (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) callback(error ?? new Error(`${name} has no address`), '', 0);
      else if (!found.every(({ address }) => isAllowed(address))) callback(refused(), '', 0);
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  const send = url.protocol === 'http:' ? requestHttp : requestHttps;
  const request = send(url, { agent: false, lookup: lookupAllowed, signal, headers: { accept: 'image/*', 'user-agent': 'quire' } });
  request.end();
  const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
  return response;
}

const NOT_PUBLIC = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The host of a virtual machine on Azure.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4');
// ::ffff:0:0:0/96 and 64:ff9b::/96 (NAT64), 2001::/32 (Teredo), and 2002::/16 (6to4) lead to IPv4 addresses.
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 32],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6');

/** Whether an address is on the public internet. IPv4-mapped IPv6 addresses are checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !NOT_PUBLIC.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Returns the reason for a failed download, for a message. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.name === 'AbortError' ? error.cause : error;
  if (cause instanceof Error && cause.name === 'TimeoutError') return `the host took longer than ${timeoutMs / 1000} seconds`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
