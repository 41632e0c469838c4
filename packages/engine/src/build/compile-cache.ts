import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

import type { CompiledPage, DocSource, PageOutline } from '#content/document.ts';
import { keepFile, UNFINISHED } from '#content/keep-file.ts';
import { outlineOf } from '#content/page-outline.ts';

import { createKeptObjects } from './kept-objects.ts';

/** Compiled pages of earlier builds, found by what went into them: an edit of one page costs the compile of one page. */
export interface CompileCache {
  /** The page as compiled before, when nothing it hung on has changed. */
  read(doc: DocSource): KeptPage | null;
  /** @param files absolute paths that the compile looked for */
  write(doc: DocSource, page: CompiledPage, files: ReadonlySet<string>): void;
  /** Keeps what this build used, and nothing else. */
  save(): void;
}

/** A page that is as before. Its text stays on the disk, since most builds do not need it. */
export interface KeptPage {
  outline: PageOutline;
  /** Null where it is not there any more. */
  whole(): CompiledPage | null;
}

/** Files that the page hung on, and what told that they were as they were. */
type Stamps = [file: string, stamp: string][];

interface Outlined {
  stamps: Stamps;
  outline: PageOutline;
}

interface Entry {
  stamps: Stamps;
  page: CompiledPage;
}

/** @param fingerprint stands for everything but the page itself: engine, map of the site, configuration */
export function createCompileCache(cacheDir: string, fingerprint: string): CompileCache {
  const dir = join(cacheDir, 'pages');
  const outlines = createKeptObjects<Outlined>(join(cacheDir, 'outlines.bin'));
  const used = new Set<string>();
  const nameOf = (doc: DocSource): string => {
    const { body, bodyLine, drawings, frontMatter, id, path, title, source } = doc;
    const name = createHash('sha256')
      .update(JSON.stringify([fingerprint, bodyLine, drawings, frontMatter, id, path, title, source]))
      .update(body)
      .digest('hex')
      .slice(0, 32);
    used.add(name);
    return name;
  };
  let hasWritten = false;

  function readEntry(name: string): Entry | null {
    try {
      return deserialize(readFileSync(join(dir, name))) as Entry;
    } catch {
      return null;
    }
  }

  /** Not what a later build wrote under that name: the outline belongs to the text. */
  function wholeOf(name: string, { digest }: PageOutline): CompiledPage | null {
    const page = readEntry(name)?.page;
    return page?.digest === digest ? page : null;
  }

  /** A development server writes pages and no outlines: its page may be newer. */
  function outlined(name: string): Outlined | null {
    const known = outlines.get(name);
    if (known !== undefined && isAsBefore(known.stamps)) return known;
    const entry = readEntry(name);
    return entry !== null && isAsBefore(entry.stamps) ? keepOutline(name, entry) : null;
  }

  function keepOutline(name: string, { stamps, page }: Entry): Outlined {
    const outlined = { stamps, outline: outlineOf(page) };
    outlines.set(name, outlined);
    return outlined;
  }

  return {
    read(doc) {
      const name = nameOf(doc);
      const known = outlined(name);
      return known === null ? null : { outline: known.outline, whole: () => wholeOf(name, known.outline) };
    },
    write(doc, page, files) {
      // What is wrong with a page may be mended elsewhere: it is looked at anew each time.
      if (page.problems.length > 0) return;
      hasWritten = true;
      const name = nameOf(doc);
      const entry: Entry = { stamps: [...files].map((file) => [file, stampOf(file)]), page };
      keepFile(join(dir, name), serialize(entry));
      keepOutline(name, entry);
    },
    save() {
      outlines.save();
      if (!hasWritten) return;
      // Another build may do the same.
      for (const name of readdirSync(dir)) if (!used.has(name) && !name.endsWith(UNFINISHED)) rmSync(join(dir, name), { force: true });
    },
  };
}

const isAsBefore = (stamps: Stamps): boolean => stamps.every(([file, stamp]) => stampOf(file) === stamp);

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? 'absent' : `${stats.mtimeMs} ${stats.size}`;
}
