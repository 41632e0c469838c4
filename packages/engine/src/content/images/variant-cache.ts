/** The variants of pictures on disk: `{key}.json` names the files that lie beside it. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { keepFile } from '../keep-file.ts';
import type { EncodedVariant } from './encode-variants.ts';

const recordSchema = z.object({
  width: z.number(),
  height: z.number(),
  variants: z.array(z.object({ width: z.number(), name: z.string().regex(/^[^/\\]+$/), bytes: z.number() })).min(1),
});

export interface CachedVariant {
  width: number;
  name: string;
  bytes: number;
  absolute: string;
}

export interface CachedImage {
  width: number;
  height: number;
  variants: CachedVariant[];
}

/** The entry of a key; null where it is absent, unreadable or a file of it is missing or cut short: it is made anew then. */
export async function readEntry(folder: string, key: string): Promise<CachedImage | null> {
  try {
    const record = recordSchema.parse(JSON.parse(await readFile(join(folder, `${key}.json`), 'utf8')));
    const variants = record.variants.map((variant) => ({ ...variant, absolute: join(folder, variant.name) }));
    const sizes = await Promise.all(variants.map(async ({ absolute }) => (await stat(absolute)).size));
    return variants.every((variant, index) => variant.bytes === sizes[index]) ? { ...record, variants } : null;
  } catch {
    return null;
  }
}

/** Writes files first and the record last, each under its name only when whole: a build that is stopped leaves no half entry. */
export function writeEntry(
  folder: string,
  key: string,
  size: { width: number; height: number },
  encoded: readonly EncodedVariant[],
): CachedImage {
  const variants = encoded.map(({ width, name, bytes }) => ({ width, name, bytes: bytes.length, absolute: join(folder, name) }));
  encoded.forEach(({ name, bytes }) => keepFile(join(folder, name), bytes));
  const record = { ...size, variants: variants.map(({ width, name, bytes }) => ({ width, name, bytes })) };
  keepFile(join(folder, `${key}.json`), JSON.stringify(record));
  return { ...size, variants };
}
