import { isIPv4, isIPv6 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

// `192.0.2.1:80` and `[2001:db8::1]:80`, as some proxies write an address.
const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const UNKNOWN = 'unknown';

/**
 * Who is counted as one client: an IPv4 address, or the /64 network of an IPv6 address, since one subscriber has all of it.
 * Behind proxies only what the nearest trusted one wrote into X-Forwarded-For counts: everything left of it the client can forge.
 * @param trustedProxies how many reverse proxies stand in front; with 0 the header means nothing
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
  const direct = foldAddress(socket ?? '') ?? UNKNOWN;
  if (trustedProxies === 0) return direct;
  const entries = (c.req.header('X-Forwarded-For') ?? '').split(',');
  return foldAddress(entries.at(-trustedProxies) ?? '') ?? direct;
}

/** An address in the form that is counted; null when the text is none. */
export function foldAddress(written: string): string | null {
  const trimmed = written.trim();
  const withPort = WITH_PORT.exec(trimmed);
  const address = withPort?.[1] ?? withPort?.[2] ?? trimmed;
  const ipv4 = MAPPED_IPV4.exec(address)?.[1] ?? address;
  if (isIPv4(ipv4)) return ipv4;
  const bare = address.replace(/%.*$/, '');
  return isIPv6(bare) ? `${firstGroups(bare, 4).join(':')}::/64` : null;
}

/** The first groups of an IPv6 address, `::` filled in, without leading zeros. */
function firstGroups(address: string, count: number): string[] {
  // The URL parser knows all ways to write an address and gives the shortest one.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = '', right] = shortest.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const filled = right === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return filled.slice(0, count);
}
