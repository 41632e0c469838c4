/** Reads the project's own source files and what they import, for the architecture tests. */
import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { dirname, posix } from 'node:path';

export interface SourceFile {
  /** Relative to the project: `packages/engine/src/content/compile.ts`. */
  path: string;
  text: string;
  isTest: boolean;
  /** Files of the project that it imports, relative to the project. */
  imports: string[];
  /** Those of them that are loaded with it: neither types alone, nor what it loads when it is needed. */
  loads: string[];
  /** Packages and `node:` modules that it imports. */
  packages: string[];
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]\s*\)/g;

const LOADED = /(?:^|\n)\s*(?:(?:import|export)\s(?!type\s)[^'"`;]*?from|import)\s*['"]([^'"]+)['"]/g;

export function readSourceFiles(root: string): SourceFile[] {
  return globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => readSourceFile(root, path));
}

function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  const targets = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  const loaded = [...text.matchAll(LOADED)].map((match) => match[1] ?? '');
  const ownOf = (all: readonly string[]): string[] => all.filter(isOwn).map((target) => resolveOwn(path, target));
  return {
    path,
    text,
    isTest: /\.test\.tsx?$/.test(path) || /\/testing(?:\/|\.ts$)/.test(path),
    imports: ownOf(targets),
    loads: ownOf(loaded),
    packages: targets.filter((target) => !isOwn(target)),
  };
}

const isOwn = (target: string): boolean => /^(?:\.|#|@quire\/)/.test(target);

/** Entry points of the packages. */
const ENTRIES: Readonly<Record<string, string>> = {
  '': 'index.ts',
  catalog: 'catalog.ts',
  client: 'client.ts',
  components: 'components.ts',
  docsearch: 'docsearch/responder.ts',
  'fetch-index': 'browser/fetch-index.ts',
  indexing: 'index-file/write.ts',
  testing: 'testing.ts',
  'page-fields': 'content/load/front-page-schemas.ts',
};

function resolveOwn(path: string, target: string): string {
  const scoped = /^@quire\/([\w-]+)(?:\/(.*))?$/.exec(target);
  if (scoped !== null) return `packages/${scoped[1]}/src/${ENTRIES[scoped[2] ?? ''] ?? scoped[2]}`;
  if (target.startsWith('#')) return `packages/${path.split('/')[1]}/src/${target.slice(1)}`;
  return posix.join(dirname(path), target);
}
