import type { Context } from 'hono';
import { memoizeByObject } from '@quire/search';
import { clientAddress } from './client-address.ts';
import type { Counters } from './counters.ts';

/** The key of a request's client, from which the address cannot be told. */
export type ClientKey = (c: Context) => string;

/** Made once for each request, whatever counts it. @param trustedProxies how many reverse proxies stand in front */
export function createClientKey(counters: Counters, trustedProxies: number): ClientKey {
  return memoizeByObject((c: Context) => counters.keyOf(clientAddress(c, trustedProxies)));
}
