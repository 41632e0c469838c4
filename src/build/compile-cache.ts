import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

import type { CompiledPage, DocSource } from '#content/document.ts';

/** Compiled pages of earlier builds, found by what went into them: an edit of one page costs the compile of one page. */
export interface CompileCache {
  /** The page as compiled before, when nothing it hung on has changed. */
  read(doc: DocSource): CompiledPage | null;
  /** @param files absolute paths that the compile looked for */
  write(doc: DocSource, page: CompiledPage, files: ReadonlySet<string>): void;
  /** Removes what this build did not use. */
  prune(): void;
}

interface Entry {
  stamps: [file: string, stamp: string][];
  page: CompiledPage;
}

/** @param fingerprint stands for everything but the page itself: engine, map of the site, configuration */
export function createCompileCache(dir: string, fingerprint: string): CompileCache {
  const used = new Set<string>();
  const nameOf = (doc: DocSource): string => {
    const { body, bodyLine, drawings, frontMatter, id, path, title, source } = doc;
    const name = createHash('sha256')
      .update(JSON.stringify([fingerprint, body, bodyLine, drawings, frontMatter, id, path, title, source]))
      .digest('hex')
      .slice(0, 32);
    used.add(name);
    return name;
  };
  let made = false;
  return {
    read(doc) {
      try {
        const entry = deserialize(readFileSync(join(dir, nameOf(doc)))) as Entry;
        return entry.stamps.every(([file, stamp]) => stampOf(file) === stamp) ? entry.page : null;
      } catch {
        return null;
      }
    },
    write(doc, page, files) {
      // What is wrong with a page may be mended elsewhere: it is looked at anew each time.
      if (page.problems.length > 0) return;
      if (!made) mkdirSync(dir, { recursive: true });
      made = true;
      const entry: Entry = { stamps: [...files].map((file) => [file, stampOf(file)]), page };
      const file = join(dir, nameOf(doc));
      writeFileSync(`${file}.new`, serialize(entry));
      renameSync(`${file}.new`, file);
    },
    prune() {
      if (!made) return;
      for (const name of readdirSync(dir)) if (!used.has(name)) rmSync(join(dir, name));
    },
  };
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? 'absent' : `${stats.mtimeMs} ${stats.size}`;
}
