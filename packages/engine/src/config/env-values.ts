/** Readers of single environment variables: the meaning of a value, or what was expected in its place. */
import { baseUrl, origin } from './schema/rules.ts';

type Outcome<T> = { value: T } | { expected: string };

export function readPort(value: string): Outcome<number> {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  return port <= 65_535 ? { value: port } : { expected: 'a port from 0 to 65535' };
}

export function readHost(value: string): Outcome<string> {
  // Letters, digits, dots and hyphens of a name or IPv4 address, and the colons of IPv6.
  return /^[\w.:-]+$/.test(value) ? { value } : { expected: 'a host name or an address, such as localhost or 0.0.0.0' };
}

export function readOrigin(value: string): Outcome<string> {
  return origin.safeParse(value).success ? { value } : { expected: 'an origin without path, such as https://docs.example.org' };
}

export function readBaseUrl(value: string): Outcome<string> {
  return baseUrl.safeParse(value).success ? { value } : { expected: 'a path that starts and ends with a slash, such as / or /docs-site/' };
}

/** Address of an HTTP service, without the slash at its end. */
export function readServiceUrl(value: string): Outcome<string> {
  return /^https?:\/\//i.test(value) && URL.canParse(value)
    ? { value: value.replace(/\/+$/, '') }
    : { expected: 'the http or https address of the service' };
}

export function readPostgresUrl(value: string): Outcome<string> {
  return /^postgres(ql)?:\/\//i.test(value) && URL.canParse(value) ? { value } : { expected: 'an address that starts with postgres://' };
}

const MOST_PROXIES = 10;

/** `true` means one proxy, a number that many, `false` none. */
export function readProxies(value: string): Outcome<number> {
  if (/^false$/i.test(value)) return { value: 0 };
  if (/^true$/i.test(value)) return { value: 1 };
  const count = /^\d{1,2}$/.test(value) ? Number(value) : Number.NaN;
  return count <= MOST_PROXIES ? { value: count } : { expected: `true, false, or the number of proxies in front (0 to ${MOST_PROXIES})` };
}
