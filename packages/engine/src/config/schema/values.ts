/** Types of values that several parts of the schema have. */
import { z } from 'zod';

/** Text that is not empty. */
export const text = z.string().trim().min(1, 'text that is not empty');

/** A whole number in a range that includes both ends. */
export function wholeNumber(low: number, high: number): z.ZodInt {
  const message = `a whole number from ${low} to ${high}`;
  return z.int(message).min(low, message).max(high, message);
}

/** An origin, `https://docs.example.com`: scheme and host without a path or trailing slash. */
export const origin = z.string().refine(isOrigin, 'an origin without path, such as https://docs.example.org');

/** A base URL, `/` or `/docs-site/`. */
export const baseUrl = z.string().regex(/^\/([\w.~-]+\/)*$/, 'a path that starts and ends with a slash, such as / or /docs-site/');

/** A full http or https address. */
export const webAddress = z.string().refine(isWebAddress, 'a full address, such as https://example.org/page');

/** A route of this site (`/docs/quickstart`, `docs/quickstart#x`) or a full address. */
export const target = z
  .string()
  .refine(
    (value) => isWebAddress(value) || /^(?![a-z][a-z0-9+.-]*:)(?!\/\/)[^\s\\]+$/i.test(value),
    'a route such as /docs/quickstart, or a full address such as https://example.org',
  );

/** A route of this site that starts with a slash. */
export const route = z.string().regex(/^\/(?!\/)[^\s?#]*$/, 'a route that starts with a slash, such as /docs');

/** A color such as `#070707`. */
export const hexColor = z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'a color such as #1890ff');

/** Path of a file or folder, relative to the configuration file. `resolvePaths` makes it absolute. */
export const filePath = z.string().min(1, 'a path relative to the configuration file');

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.origin === value.toLowerCase();
}

export function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** Returns the schema of a function. @param shape its signature, for messages */
export const functionOf = <T>(shape: string) =>
  z.custom<T>((value) => typeof value === 'function', { error: `a function ${shape}`, abort: true });
