import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { deserialize, serialize } from 'node:v8';

import type { Section } from '@quire/search';

import type { CompiledPage, DocSource, PageOutline } from '#content/document.ts';
import { writeFileAtomic } from '#content/files.ts';
import { outlineOf } from '#content/document.ts';
import { UNDRAWN_DIAGRAMS } from '#content/mermaid.ts';
import { FAILED_DOWNLOADS } from '#content/remote-images.ts';
import type { PageDependencies, LinkResolver } from '#content/link-resolver.ts';

/**
 * Caches compiled pages across builds. The name of an entry is a hash of the page's own text and of the code that compiles
 * it. The entry lists its other dependencies: the files that were looked up, and the pages to which its links resolved. An
 * edited, added, or moved page therefore invalidates only the pages that depend on it.
 */
export interface CompileCache {
  /** Returns the cached page; null for a cache miss or a stale entry. */
  read(doc: DocSource): CachedPage | null;
  write(doc: DocSource, page: CompiledPage, dependencies: PageDependencies): void;
  /** Removes the entries that this build did not use. */
  save(): void;
}

/**
 * Whether a page may be cached. The cause of an error may be in another file, so a page with errors is compiled in every build. Temporary problems may be
 * gone, too: a host may respond in the next build, or a browser may be installed.
 * @param page the page with all of its problems
 */
export function isCacheable({ problems }: Pick<CompiledPage, 'problems'>): boolean {
  return !problems.some(({ severity, kind }) => severity === 'error' || kind === FAILED_DOWNLOADS || kind === UNDRAWN_DIAGRAMS);
}

/** A cache hit. The HTML and the Markdown of the page stay on disk, because a build does not need them if the page's files are unchanged. */
export interface CachedPage {
  outline: PageOutline;
  sections: Section[];
  /** Reads the complete page; null if the entry has been removed or replaced since. */
  loadPage(): CompiledPage | null;
}

/** The first part of an entry, which every build reads; the rest of the compiled page follows it. */
interface Header {
  /** Files with their dependency stamps: modification time and size. */
  stamps: [file: string, stamp: string][];
  targets: [target: string, path: string | null][];
  /** Files of the cache that the page shows, such as variants of its pictures, with their sizes. */
  pictures: [file: string, bytes: number | undefined][];
  outline: PageOutline;
  sections: Section[];
}

/**
 * @param fingerprint fingerprint of everything that all pages depend on: the engine, the configuration, the rules for links
 * @param pageOf resolves a link target to the route of a page of the current site
 * @param used names of the entries in use, shared by all caches in the folder. Save them only after all pages were read.
 * @param useFile is called with each file that a cached page depends on
 */
export function createCompileCache(
  cacheDir: string,
  fingerprint: string,
  pageOf: LinkResolver['pageOf'],
  used = new Set<string>(),
  useFile: (file: string) => void = () => undefined,
): CompileCache {
  const dir = join(cacheDir, 'pages');
  let hasWritten = false;

  function nameOf(doc: DocSource): string {
    const { body, bodyLine, cards, drawings, frontMatter, id, path, phrasings, title, source } = doc;
    const name = createHash('sha256')
      .update(JSON.stringify([fingerprint, bodyLine, cards, drawings, frontMatter, id, path, phrasings, title, source]))
      .update(body)
      .digest('hex')
      .slice(0, 32);
    used.add(name);
    return name;
  }

  return {
    read(doc) {
      const name = nameOf(doc);
      const header = readEntry(join(dir, name), readHeader);
      if (header === null || !isUpToDate(header, doc, pageOf)) return null;
      for (const [file] of header.stamps) useFile(file);
      return {
        outline: header.outline,
        sections: header.sections,
        loadPage() {
          const page = readEntry(join(dir, name), readPage);
          return page?.digest === header.outline.digest ? page : null;
        },
      };
    },
    write(doc, page, { files, targets }) {
      hasWritten = true;
      const header: Header = {
        stamps: [...files].map((file) => [file, stampOf(file)]),
        targets: [...targets],
        pictures: page.assets
          .filter(({ absolute }) => absolute.startsWith(join(cacheDir, sep)))
          .map(({ absolute }) => [absolute, sizeOf(absolute)]),
        outline: outlineOf(page),
        sections: page.sections,
      };
      writeFileAtomic(join(dir, nameOf(doc)), encode(header, page));
    },
    save() {
      if (!hasWritten) return;
      // Other files, such as an unfinished entry of another build, are not ours to delete.
      for (const name of readdirSync(dir)) if (ENTRY_NAME.test(name) && !used.has(name)) rmSync(join(dir, name), { force: true });
    },
  };
}

/** Matches the name of an entry. */
const ENTRY_NAME = /^[\da-f]{32}$/;

/** Encodes an entry: the length of the header in four bytes, the header, the rest of the page. */
function encode(header: Header, { sections: _inHeader, ...page }: CompiledPage): Buffer {
  const bytes = serialize(header);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes, serialize(page)]);
}

const readHeader = (bytes: Buffer): Header => deserialize(bytes.subarray(4, 4 + bytes.readUInt32LE())) as Header;

function readPage(bytes: Buffer): CompiledPage {
  const page = deserialize(bytes.subarray(4 + bytes.readUInt32LE())) as Omit<CompiledPage, 'sections'>;
  return { ...page, sections: readHeader(bytes).sections };
}

/** Reads an entry; null if it is missing or corrupt. */
function readEntry<T>(file: string, read: (bytes: Buffer) => T): T | null {
  try {
    return read(readFileSync(file));
  } catch {
    return null;
  }
}

function isUpToDate({ stamps, targets, pictures }: Header, doc: DocSource, pageOf: LinkResolver['pageOf']): boolean {
  return (
    stamps.every(([file, stamp]) => stampOf(file) === stamp) &&
    targets.every(([target, path]) => pageOf(target, doc) === path) &&
    pictures.every(([file, bytes]) => sizeOf(file) === bytes)
  );
}

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? 'absent' : `${stats.mtimeMs} ${stats.size}`;
}
