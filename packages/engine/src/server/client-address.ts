/** Identifies a client by its IP address and its networks, also behind reverse proxies. */
import { isIPv4, isIPv6 } from 'node:net';

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

import type { Counters } from './rate-limit.ts';

/** The keys under which a client is counted; they do not reveal its address. */
export interface Client {
  /** Key of an IPv4 address, or of an IPv6 /64 network: the key of its /48 network, a slash, and its own. */
  address: string;
  /** Key of an IPv6 /48 network; null for IPv4. */
  block: string | null;
}

export type ClientOf = (c: Context) => Client;

/** Identifies clients, once for each request. @param trustedProxies number of reverse proxies in front */
export function createClientOf(counters: Pick<Counters, 'keyOf'>, trustedProxies: number): ClientOf {
  const known = new WeakMap<Context, Client>();
  return (c) => {
    const found = known.get(c);
    if (found !== undefined) return found;
    const networks = clientNetworks(c, trustedProxies);
    const [address, block] = [counters.keyOf(networks.address), networks.block === null ? null : counters.keyOf(networks.block)];
    const client = { address: block === null ? address : `${block}/${address}`, block };
    known.set(c, client);
    return client;
  };
}

/** The networks of a client. An IPv6 subscriber has a whole /64 and can often take many of them out of a /48. */
export interface ClientNetworks {
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  address: string;
  /** The /48 network of an IPv6 address; null for IPv4. */
  block: string | null;
}

// `192.0.2.1:80` and `[2001:db8::1]:80`, as some proxies write an address.
const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/;
/** Maximum length of an address with a port. */
const MAX_CHARACTERS = 64;
const UNKNOWN: ClientNetworks = { address: 'unknown', block: null };

/** Returns the networks of a request's client. @param trustedProxies number of reverse proxies in front; with 0, X-Forwarded-For is ignored */
export function clientNetworks(c: Context, trustedProxies: number): ClientNetworks {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket;
  return networksOfPeer(socket?.remoteAddress, c.req.header('X-Forwarded-For'), trustedProxies);
}

/**
 * Returns the networks of a client by the address of the connection and the X-Forwarded-For header. Behind proxies, it uses the entry of the
 * farthest trusted proxy, because the client can forge everything to the left of it.
 */
export function networksOfPeer(peer: string | undefined, forwardedFor: string | undefined, trustedProxies: number): ClientNetworks {
  const direct = networksOf(peer ?? '') ?? UNKNOWN;
  if (trustedProxies === 0) return direct;
  return networksOf((forwardedFor ?? '').split(',').at(-trustedProxies) ?? '') ?? direct;
}

/** Returns the networks of an address in text form; null if the text is not an address. */
export function networksOf(written: string): ClientNetworks | null {
  const trimmed = written.trim();
  if (trimmed.length > MAX_CHARACTERS) return null;
  const withPort = WITH_PORT.exec(trimmed);
  const address = withPort?.[1] ?? withPort?.[2] ?? trimmed;
  if (isIPv4(address)) return { address, block: null };
  const bare = address.replace(/%.*/s, '');
  if (!isIPv6(bare)) return null;
  const groups = groupsOf(bare);
  // A dual-stack socket represents an IPv4 client as `::ffff:192.0.2.7`, in one of several notations, and a gateway (NAT64) as `64:ff9b::192.0.2.7`.
  if (/^(?:0:0:0:0:0:ffff|64:ff9b:0:0:0:0)$/.test(groups.slice(0, 6).join(':'))) return { address: toIPv4(groups.slice(6)), block: null };
  return { address: `${groups.slice(0, 4).join(':')}::/64`, block: `${groups.slice(0, 3).join(':')}::/48` };
}

/** Returns the eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser accepts every notation of an address and returns the shortest one.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = '', right] = shortest.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  return right === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

function toIPv4(groups: readonly string[]): string {
  return groups
    .flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 255];
    })
    .join('.');
}
