/** Reads the source files of the packages and their imports for the architecture tests. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export interface SourceFile {
  /** Path relative to the project, such as `packages/engine/src/content/compile.ts`. */
  path: string;
  text: string;
  isTest: boolean;
  /** Imported files of the project, relative to the project. */
  imports: string[];
  /** The imported files without type-only and dynamic imports. */
  loads: string[];
  /** Imported packages and `node:` modules. */
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

/** Resolves a path within a package of the project, by the `exports` of its manifest. */
function resolveExport(name: string, entry: string): string {
  const folder = `packages/${name}`;
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../..', folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  const target = manifest.exports[entry === '' ? '.' : `./${entry}`] ?? `./src/${entry}`;
  return posix.join(folder, target);
}

function resolveOwn(path: string, target: string): string {
  const scoped = /^@quire\/([\w-]+)(?:\/(.*))?$/.exec(target);
  if (scoped !== null) return resolveExport(scoped[1] ?? '', scoped[2] ?? '');
  if (target.startsWith('#')) return `packages/${path.split('/')[1]}/src/${target.slice(1)}`;
  return posix.join(dirname(path), target);
}
