/** Downloads pictures of other hosts during the build, so that pages show them without loading anything from other sites. */
import { createHash } from 'node:crypto';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { join } from 'node:path';

import pLimit from 'p-limit';

import { writeFileAtomic } from './files.ts';

interface RemoteImageOptions {
  /** Absolute folder of the download cache, which later builds reuse. */
  cacheDir: string;
  /** Timeout of one download in milliseconds; default 15,000. */
  timeoutMs?: number;
  /** Maximum size of one picture; default 20 MB. */
  maxBytes?: number;
  /** Whether the build may connect to an IP address; default: to public ones. */
  isAllowed?: (address: string) => boolean;
  /** Limits of all downloads of a build together; default: `DOWNLOAD_LIMITS`. */
  limits?: Partial<typeof DOWNLOAD_LIMITS>;
}

/** Limits of a build, because a short page can name thousands of pictures. Even the sites with the most remote pictures are far below them. */
const DOWNLOAD_LIMITS = {
  /** Number of files in the cache and of further requests. */
  pictures: 3000,
  /** Bytes of the files in the cache and of those that the build receives. */
  bytes: 500_000_000,
  hosts: 200,
  /** Number of pictures that are not complete after the timeout of one download. */
  late: 40,
  /** Milliseconds during which the build downloads anything. */
  totalMs: 300_000,
};

/**
 * Downloads a picture.
 * @returns the absolute path of the file, or the reason for the failure, for the author. `isReported` means that an earlier picture had this reason
 */
export type DownloadImage = (url: string) => Promise<{ file: string } | { error: string; isReported?: boolean }>;

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

/** Creates a function that downloads each picture once, which all doc sets share. The next build retries failed downloads. */
export function createImageDownloads({
  cacheDir,
  timeoutMs = 15_000,
  maxBytes = 20_000_000,
  isAllowed = isPublicAddress,
  limits = {},
}: RemoteImageOptions): DownloadImage {
  const limit = pLimit(MAX_CONCURRENT);
  const known = new Map<string, ReturnType<DownloadImage>>();
  const failures = new Map<string, number>();
  let opened: { names: ReadonlySet<string>; budget: DownloadBudget } | null = null;

  async function download(url: string): ReturnType<DownloadImage> {
    const name = createHash('sha256').update(url).digest('hex').slice(0, 24);
    opened ??= openCache(cacheDir, { ...DOWNLOAD_LIMITS, ...limits }, timeoutMs);
    const { names, budget } = opened;
    const cached = Object.values(TYPES).find((extension) => names.has(`${name}.${extension}`));
    if (cached !== undefined) return { file: join(cacheDir, `${name}.${cached}`) };
    const host = URL.parse(url)?.host;
    if (host === undefined) return { error: 'the address is not valid' };
    if ((failures.get(host) ?? 0) >= MAX_FAILURES) return { error: `${host} did not respond to other requests` };
    try {
      const allowedMs = Math.min(timeoutMs, budget.start(host));
      const { bytes, extension } = await fetchImage(url, { timeoutMs: allowedMs, maxBytes, isAllowed, receive: budget.receive }).finally(
        budget.end,
      );
      const file = join(cacheDir, `${name}.${extension}`);
      writeFileAtomic(file, bytes);
      failures.delete(host);
      return { file };
    } catch (caught) {
      const error = isTimeout(caught) ? (budget.late() ?? caught) : caught;
      if (error instanceof LimitError) return { error: error.message, isReported: error.isReported };
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

/** Matches the name of a downloaded picture. */
const FILE_NAME = /^[\da-f]{24}\.[a-z]+$/;

function openCache(
  cacheDir: string,
  limits: typeof DOWNLOAD_LIMITS,
  timeoutMs: number,
): { names: ReadonlySet<string>; budget: DownloadBudget } {
  const sizes = (existsSync(cacheDir) ? readdirSync(cacheDir) : [])
    .filter((name) => FILE_NAME.test(name))
    .map((name) => ({ name, size: statSync(join(cacheDir, name)).size }))
    // A file without content was damaged, for example by a power failure, so it is downloaded again.
    .filter(({ size }) => size > 0);
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  return { names: new Set(sizes.map(({ name }) => name)), budget: createBudget(limits, timeoutMs, { pictures: sizes.length, bytes }) };
}

/** Removes downloaded pictures that no page shows. @param used absolute paths of the others */
export function removeUnusedImages(cacheDir: string, used: ReadonlySet<string>): void {
  // Other files, such as an unfinished download of another build, are not ours to delete.
  for (const name of existsSync(cacheDir) ? readdirSync(cacheDir) : [])
    if (FILE_NAME.test(name) && !used.has(join(cacheDir, name))) rmSync(join(cacheDir, name), { force: true });
}

/** A picture that is beyond a limit of the build. */
class LimitError extends Error {
  readonly isReported: boolean;
  constructor(message: string, isReported: boolean) {
    super(message);
    this.isReported = isReported;
  }
}

/** Counts the downloads of a build. Each function throws a LimitError, or returns it, if the download is beyond a limit. */
interface DownloadBudget {
  /** Starts a download. @returns the milliseconds that are left for it */
  start(host: string): number;
  receive(bytes: number): void;
  end(): void;
  /** Counts a download that took too long. Returns an error if the reason is the total time. */
  late(): LimitError | null;
}

/** @param stored what is in the cache */
function createBudget(limits: typeof DOWNLOAD_LIMITS, timeoutMs: number, stored: { pictures: number; bytes: number }): DownloadBudget {
  let { pictures, bytes } = stored;
  let late = 0;
  const hosts = new Set<string>();
  const time = { active: 0, since: 0, before: 0 };
  const msLeft = (): number => limits.totalMs - time.before - (time.active > 0 ? performance.now() - time.since : 0);
  const reported = new Set<string>();

  /** @param fact which limit */
  function limitError(fact: string, isTemporary = false): LimitError {
    const advice = isTemporary ? 'Build again to download the others, or put' : 'Put';
    const isReported = reported.has(fact);
    reported.add(fact);
    return new LimitError(
      `${fact}. The same applies to all further pictures. ${advice} copies of the pictures beside their pages`,
      isReported,
    );
  }
  const tooLong = (): LimitError =>
    limitError(`the downloads of this build took longer than ${limits.totalMs / 1000} seconds together`, true);

  function receive(count: number): void {
    bytes += count;
    if (bytes > limits.bytes) throw limitError(`all pictures together have more than ${limits.bytes / 1_000_000} MB`);
  }

  return {
    receive,
    start(host) {
      if (pictures >= limits.pictures) throw limitError(`the build downloads at most ${limits.pictures} pictures`);
      if (!hosts.has(host) && hosts.size >= limits.hosts) throw limitError(`the build downloads pictures of at most ${limits.hosts} hosts`);
      if (late >= limits.late) throw limitError(`${limits.late} pictures took longer than ${timeoutMs / 1000} seconds each`, true);
      receive(0);
      const left = msLeft();
      if (left <= 0) throw tooLong();
      pictures += 1;
      hosts.add(host);
      if (time.active++ === 0) time.since = performance.now();
      return left;
    },
    end() {
      if (--time.active === 0) time.before += performance.now() - time.since;
    },
    late() {
      late += 1;
      return msLeft() <= 0 ? tooLong() : null;
    },
  };
}

/** The host responded, but not with an image that can be used; or the build must not connect to it. */
class UnusableImageError extends Error {}

const MAX_REDIRECTS = 5;

async function fetchImage(
  url: string,
  { timeoutMs, maxBytes, isAllowed, receive }: Required<Omit<RemoteImageOptions, 'cacheDir' | 'limits'>> & Pick<DownloadBudget, 'receive'>,
): Promise<{ bytes: Uint8Array; extension: string }> {
  const signal = AbortSignal.timeout(Math.ceil(timeoutMs));
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
      receive(part.length);
      if (length > maxBytes) throw new UnusableImageError(`it has more than ${Math.round(maxBytes / 1_000_000)} MB`);
      parts.push(part);
    }
    return { bytes: Buffer.concat(parts), extension };
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
  // Loading these modules takes a twentieth of a build after an edit, and most builds download nothing.
  const { request: send } = url.protocol === 'http:' ? await import('node:http') : await import('node:https');
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
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
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
  ['100::', 8],
  ['2001:db8::', 32],
  ['3fff::', 20],
  // All others outside of 2000::/3, such as private and link-local ones.
  ['4000::', 2],
  ['8000::', 1],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6');

/** Whether an address is on the public internet. IPv4-mapped IPv6 addresses are checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !NOT_PUBLIC.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function isTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.name === 'AbortError' ? error.cause : error;
  return cause instanceof Error && cause.name === 'TimeoutError';
}

/** Returns the reason for a failed download, for a message. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (isTimeout(error)) return `the host took longer than ${timeoutMs / 1000} seconds`;
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
