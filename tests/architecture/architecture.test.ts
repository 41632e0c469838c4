import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { readSourceFiles } from './source-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const files = readSourceFiles(root);
const production = files.filter((file) => !file.isTest);
const byPath = new Map(files.map((file) => [file.path, file]));

/** Floors of the house, from below (handbook/architecture.md). A room may import what lies below it, and itself. */
const FLOORS: Readonly<Record<string, number>> = {
  model: 0,
  config: 1,
  'query-log': 1,
  content: 2,
  reference: 3,
  search: 3,
  assistant: 4,
  site: 5,
  server: 5,
  build: 6,
  commands: 7,
  'cli.ts': 8,
};

const roomOf = (path: string): string => path.split('/')[1] ?? '';

describe('rooms and floors', () => {
  test('every file stands in a room that the plan knows', () => {
    expect(files.map((file) => file.path).filter((path) => FLOORS[roomOf(path)] === undefined)).toEqual([]);
  });

  test('no import runs upward or to a neighbour', () => {
    const wrong = production.flatMap((file) =>
      file.imports
        .filter((target) => roomOf(target) !== roomOf(file.path) && (FLOORS[roomOf(target)] ?? 99) >= (FLOORS[roomOf(file.path)] ?? -1))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('no imports in a circle', () => {
    expect(findCircles()).toEqual([]);
  });

  test('every import leads to a file', () => {
    const wrong = files.flatMap((file) =>
      file.imports.filter((target) => /\.tsx?$/.test(target) && !byPath.has(target)).map((target) => `${file.path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('nothing in production imports a test', () => {
    const wrong = production.flatMap((file) =>
      file.imports.filter((target) => byPath.get(target)?.isTest).map((target) => `${file.path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('zones', () => {
  const inBrowser = production.filter((file) => file.path.startsWith('src/site/') || file.path.includes('/browser/'));

  test('what runs in the browser uses no Node', () => {
    const wrong = inBrowser.flatMap((file) =>
      file.packages.filter((name) => name.startsWith('node:')).map((name) => `${file.path} imports ${name}`),
    );
    expect(inBrowser.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  test('the model and the ranking run anywhere: no Node, no packages but their own', () => {
    const anywhere = production.filter((file) => file.path.startsWith('src/model/') || file.path.startsWith('src/search/rank/'));
    expect(anywhere.flatMap((file) => file.packages.map((name) => `${file.path} imports ${name}`))).toEqual([]);
  });

  test('only the build knows the bundler', () => {
    const knows = (file: (typeof files)[number]): boolean => file.packages.some((name) => name === 'vite' || name.startsWith('rolldown'));
    expect(production.filter(knows).map((file) => file.path)).toEqual(['src/build/bundle-browser.ts', 'src/build/bundle-rendering.ts']);
  });
});

describe('house rules', () => {
  test.each([
    ['a build, before its own modules', ['commands/build.ts'], ['build', 'commands']],
    [
      'a build',
      ['commands/build.ts', 'commands/run-build.ts'],
      ['build', 'commands', 'config', 'content', 'model', 'reference', 'search', 'site'],
    ],
    ['a server', ['commands/serve.ts'], ['assistant', 'commands', 'config', 'model', 'query-log', 'search', 'server']],
  ])('%s loads these rooms and no other', (_, entries, rooms) => {
    const reached = loadedBy(entries.map((entry) => `src/${entry}`));
    expect([...new Set(reached.map(roomOf))].toSorted()).toEqual(rooms);
    // Half of all modules stand behind the catalogue, which a site may lack.
    expect(reached.filter((path) => /^src\/reference\/(?!open-reference|kept-catalogue)/.test(path))).toEqual([]);
  });

  test('kebab-case file names, and no folder for what has no name', () => {
    const wrong = files
      .map((file) => file.path)
      .filter(
        (path) =>
          !/^src\/(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.(?:test|browser|d))*\.tsx?$/.test(path) ||
          /\/(?:utils?|misc|common|lib|helpers)\//.test(path),
      );
    expect(wrong).toEqual([]);
  });

  test('files stay readable: most are short, none is over 400 lines', () => {
    const lengths = production.map((file) => ({ path: file.path, lines: file.text.split('\n').length }));
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
    const sorted = lengths.map(({ lines }) => lines).toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(90);
    expect(lengths.filter(({ lines }) => lines > 250).length).toBeLessThanOrEqual(lengths.length / 20);
  });

  test('named exports only; page modules must have a default one (R-108)', () => {
    const withDefault = production.filter((file) => /^export default /m.test(file.text)).map((file) => file.path);
    expect(withDefault.filter((path) => !/^src\/site\/pages\/[a-z-]+\.tsx$/.test(path))).toEqual([]);
  });

  test('the project speaks of itself alone', () => {
    const wrong = files.filter((file) => /\/work\/(?:main|shared)|registry\.npmjs/.test(file.text)).map((file) => file.path);
    expect(wrong).toEqual([]);
  });
});

/** Circles in the import graph, each told once by its files in order. */
/** Files that are loaded with others, those among them. */
function loadedBy(entries: readonly string[]): string[] {
  const reached = new Set(entries);
  for (const path of reached) for (const target of byPath.get(path)?.loads ?? []) reached.add(target);
  return [...reached];
}

function findCircles(): string[] {
  const circles = new Set<string>();
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) circles.add(trail.slice(start).toSorted().join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const target of byPath.get(path)?.imports ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of production) walk(path, []);
  return [...circles];
}
