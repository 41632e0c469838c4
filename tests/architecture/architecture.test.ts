import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { COMPILER_SOURCES } from '../../packages/engine/src/build/fingerprint.ts';
import { readSourceFiles } from './source-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const files = readSourceFiles(root);
const production = files.filter((file) => !file.isTest);
const byPath = new Map(files.map((file) => [file.path, file]));

/** Ranks of the layers (handbook/architecture.md): packages and the folders of the engine. A layer imports only layers of lower rank. */
const LAYERS: Readonly<Record<string, number>> = {
  search: 0,
  'engine/testing': 0,
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

/** The contract between the engine and plugins, which imports only types and therefore may use every layer. */
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

  test('a change of any file that compiles pages makes the cached pages stale', () => {
    const folders = COMPILER_SOURCES.map((place) => relative(root, place));
    const isFingerprinted = (path: string): boolean => folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
    const compiling = production.filter(({ path }) => path.startsWith('packages/engine/src/content/'));
    expect(compiling.length).toBeGreaterThan(0);
    const forgotten = compiling.flatMap((file) =>
      file.loads.filter((target) => !isFingerprinted(target)).map((target) => `${file.path} imports ${target}`),
    );
    expect(forgotten).toEqual([]);
  });

  test('the contract with plugins imports only types', () => {
    expect(byPath.get(CONTRACT)?.loads).toEqual([]);
  });

  test('there are no import cycles', () => {
    expect(findCycles()).toEqual([]);
  });

  test('every import has an existing target', () => {
    const wrong = files.flatMap((file) =>
      file.imports.filter((target) => /\.tsx?$/.test(target) && !byPath.has(target)).map((target) => `${file.path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('production code does not import tests', () => {
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

  test('code for the browser does not use Node', () => {
    const wrong = inBrowser.flatMap((file) =>
      file.packages.filter((name) => name.startsWith('node:')).map((name) => `${file.path} imports ${name}`),
    );
    expect(inBrowser.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  test('the model and the ranking use neither Node nor other packages', () => {
    const anywhere = production.filter(
      (file) =>
        file.path.startsWith('packages/engine/src/model/') ||
        /^packages\/search\/src\/(?:ranking\/|docsearch\/|index\.ts|analysis\.ts|site-search\.ts|results-html\.ts|search-words\.ts)/.test(
          file.path,
        ),
    );
    expect(anywhere.flatMap((file) => file.packages.map((name) => `${file.path} imports ${name}`))).toEqual([]);
  });

  test('only the build uses the bundler', () => {
    const knows = (file: (typeof files)[number]): boolean => file.packages.some((name) => name === 'vite' || name.startsWith('rolldown'));
    expect(production.filter(knows).map((file) => file.path)).toEqual([
      'packages/engine/src/build/bundle-browser.ts',
      'packages/engine/src/build/bundle-rendering.ts',
      'packages/engine/src/build/dev-server.ts',
      'packages/engine/src/build/react-components.ts',
    ]);
  });
});

describe('conventions', () => {
  test.each([
    ['a build, before its own modules', ['commands/build.ts'], ['engine/build', 'engine/commands']],
    [
      'a build',
      ['commands/build.ts', 'commands/run-build.ts'],
      ['engine/build', 'engine/client', 'engine/commands', 'engine/config', 'engine/content', 'engine/model', 'search'],
    ],
    [
      'a server',
      ['commands/serve.ts', 'config/load.ts', 'server/main.ts'],
      ['engine/commands', 'engine/config', 'engine/model', 'engine/server', 'search'],
    ],
  ])('%s loads only these layers', (_, entries, layers) => {
    const reached = loadedBy(entries.map((entry) => `packages/engine/src/${entry}`));
    expect([...new Set(reached.map(layerOf))].toSorted()).toEqual(layers);
  });

  test('file names are in kebab case, and there are no folders for miscellaneous code', () => {
    const wrong = files
      .map((file) => file.path)
      .filter(
        (path) =>
          !/^packages\/[a-z]+\/src\/(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.(?:test|browser|d))*\.tsx?$/.test(path) ||
          /\/(?:utils?|misc|common|lib|helpers)\//.test(path),
      );
    expect(wrong).toEqual([]);
  });

  test('no file has more than 500 lines', () => {
    expect(production.filter(({ text }) => text.split('\n').length > 500).map(({ path }) => path)).toEqual([]);
  });

  test('only page modules have a default export (R-108)', () => {
    const withDefault = production.filter((file) => /^export default /m.test(file.text)).map((file) => file.path);
    expect(withDefault.filter((path) => !/^packages\/engine\/src\/client\/pages\/[a-z-]+\.tsx$/.test(path))).toEqual([]);
  });

  test('the site and its packages have the version 0.0.0 until their first release (R-222)', () => {
    const manifests = globSync(['package.json', '{packages,examples}/*/package.json', 'website/package.json'], { cwd: root });
    const versions = manifests.map((path) => (JSON.parse(readFileSync(`${root}/${path}`, 'utf8')) as { version?: string }).version);
    expect(versions.length).toBeGreaterThan(5);
    expect([...new Set(versions)]).toEqual(['0.0.0']);
  });

  test('engine, search, and assistant do not contain the name of this product', () => {
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

  test('no file contains paths of a machine or a registry', () => {
    const wrong = files.filter((file) => /\/work\/(?:main|shared)|registry\.npmjs/.test(file.text)).map((file) => file.path);
    expect(wrong).toEqual([]);
  });
});

/** Returns the entries and all files that are loaded with them. */
function loadedBy(entries: readonly string[]): string[] {
  const reached = new Set(entries);
  for (const path of reached) for (const target of byPath.get(path)?.loads ?? []) reached.add(target);
  return [...reached];
}

/** Returns the cycles of the import graph, each once with its files in alphabetical order. */
function findCycles(): string[] {
  const cycles = new Set<string>();
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.add(trail.slice(start).toSorted().join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const target of byPath.get(path)?.loads ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of production) walk(path, []);
  return [...cycles];
}
