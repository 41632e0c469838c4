import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { readSourceFiles } from './source-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const files = readSourceFiles(root);
const production = files.filter((file) => !file.isTest);
const byPath = new Map(files.map((file) => [file.path, file]));

/** The layers from below (handbook/architecture.md): a package, and for the engine its folders. A layer imports what is below it. */
const LAYERS: Readonly<Record<string, number>> = {
  search: 0,
  'engine/model': 1,
  'engine/config': 2,
  'engine/content': 3,
  'engine/client': 4,
  'engine/components.ts': 5,
  'engine/server': 4,
  'engine/build': 5,
  'engine/commands': 6,
  'engine/cli.ts': 7,
  'engine/index.ts': 7,
  reference: 8,
  assistant: 8,
};

/** The contract between engine and plugins names types of every layer; types are gone when the code runs. */
const CONTRACT = 'packages/engine/src/plugin.ts';

function layerOf(path: string): string {
  const [, name = '', , folder = ''] = path.split('/');
  return name === 'engine' ? `engine/${folder}` : name;
}

describe('layers', () => {
  test('every file belongs to a layer', () => {
    expect(files.map((file) => file.path).filter((path) => path !== CONTRACT && LAYERS[layerOf(path)] === undefined)).toEqual([]);
  });

  test('no import runs upward or sideways', () => {
    const wrong = production
      .filter(({ path }) => path !== CONTRACT)
      .flatMap((file) =>
        file.imports
          .filter(
            (target) =>
              target !== CONTRACT &&
              layerOf(target) !== layerOf(file.path) &&
              (LAYERS[layerOf(target)] ?? 99) >= (LAYERS[layerOf(file.path)] ?? -1),
          )
          .map((target) => `${file.path} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test('what the contract with plugins imports is types alone', () => {
    expect(byPath.get(CONTRACT)?.loads).toEqual([]);
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
  const inBrowser = production.filter(
    (file) =>
      file.path.startsWith('packages/engine/src/client/') ||
      file.path.includes('/browser/') ||
      file.path === 'packages/search/src/client.ts',
  );

  test('what runs in the browser uses no Node', () => {
    const wrong = inBrowser.flatMap((file) =>
      file.packages.filter((name) => name.startsWith('node:')).map((name) => `${file.path} imports ${name}`),
    );
    expect(inBrowser.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  test('the model and the ranking run anywhere: no Node, no packages but their own', () => {
    const anywhere = production.filter(
      (file) =>
        file.path.startsWith('packages/engine/src/model/') ||
        /^packages\/search\/src\/(?:ranking\/|docsearch\/|index\.ts|analysis\.ts|site-search\.ts|results-html\.ts)/.test(file.path),
    );
    expect(anywhere.flatMap((file) => file.packages.map((name) => `${file.path} imports ${name}`))).toEqual([]);
  });

  test('only the build knows the bundler', () => {
    const knows = (file: (typeof files)[number]): boolean => file.packages.some((name) => name === 'vite' || name.startsWith('rolldown'));
    expect(production.filter(knows).map((file) => file.path)).toEqual([
      'packages/engine/src/build/bundle-browser.ts',
      'packages/engine/src/build/bundle-rendering.ts',
      'packages/engine/src/build/react-components.ts',
    ]);
  });
});

describe('house rules', () => {
  test.each([
    ['a build, before its own modules', ['commands/build.ts'], ['engine/build', 'engine/commands']],
    [
      'a build',
      ['commands/build.ts', 'commands/run-build.ts'],
      ['engine/build', 'engine/client', 'engine/commands', 'engine/config', 'engine/content', 'engine/model', 'search'],
    ],
    [
      'a server',
      ['commands/serve.ts', 'config/load.ts', 'server/main.ts', 'server/build-snapshot.ts'],
      ['engine/commands', 'engine/config', 'engine/model', 'engine/server', 'search'],
    ],
  ])('%s loads these layers and no other', (_, entries, layers) => {
    const reached = loadedBy(entries.map((entry) => `packages/engine/src/${entry}`));
    expect([...new Set(reached.map(layerOf))].toSorted()).toEqual(layers);
  });

  test('kebab-case file names, and no folder for what has no name', () => {
    const wrong = files
      .map((file) => file.path)
      .filter(
        (path) =>
          !/^packages\/[a-z]+\/src\/(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.(?:test|browser|d))*\.tsx?$/.test(path) ||
          /\/(?:utils?|misc|common|lib|helpers)\//.test(path),
      );
    expect(wrong).toEqual([]);
  });

  test('no file is over 500 lines', () => {
    expect(production.filter(({ text }) => text.split('\n').length > 500).map(({ path }) => path)).toEqual([]);
  });

  test('named exports only; page modules must have a default one (R-108)', () => {
    const withDefault = production.filter((file) => /^export default /m.test(file.text)).map((file) => file.path);
    expect(withDefault.filter((path) => !/^packages\/engine\/src\/client\/pages\/[a-z-]+\.tsx$/.test(path))).toEqual([]);
  });

  test('engine, search and assistant do not name the product of this site', () => {
    const styles = globSync('packages/*/src/**/*.css', { cwd: root }).map((path) => ({
      path,
      text: readFileSync(`${root}/${path}`, 'utf8'),
    }));
    const wrong = [...production, ...styles].filter(
      ({ path, text }) => !path.startsWith('packages/reference/') && /datahub|acryl|snowflake|linkedin/i.test(text),
    );
    expect(styles.length).toBeGreaterThan(10);
    expect(wrong.map(({ path }) => path)).toEqual([]);
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
    for (const target of byPath.get(path)?.loads ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of production) walk(path, []);
  return [...circles];
}
