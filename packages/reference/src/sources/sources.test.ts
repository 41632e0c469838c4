import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import type { GeneratedPage } from '../contract.ts';
import { fieldAnchor } from './field-names.ts';
import { sources } from './index.ts';
import type { SourceCatalogue } from './index.ts';
import { shownValue } from './options.ts';

const root = process.cwd();
const factsFile = join(root, '../shared/facts/sources.json');
const context = { basePath: '/docs', hasDoc: (source: string): boolean => existsSync(join(root, 'website/content/docs', source)) };

let catalogue: SourceCatalogue;
let pages: GeneratedPage[];
let problems: { file: string; message: string }[];

beforeAll(async () => {
  ({ catalogue, problems } = await sources.read({ dir: join(root, 'website/catalog'), projectRoot: root }));
  pages = sources.generate(catalogue, context);
});

interface FactField {
  name: string;
  type: string;
  required: boolean;
  default?: unknown;
  default_unresolved?: boolean;
}

interface FactPlatform {
  id: string;
  route: string;
  plugins: { plugin: string; pip_extra: string | null; fields: FactField[]; capabilities: { capability: string; supported: boolean }[] }[];
}

const plain = (markdown: string): string =>
  markdown
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('`', '');

/** What a page says of an option: its row, or the head of the part that it opens. */
function saidOf(page: GeneratedPage, anchor: string): string {
  const row = page.markdown.split('\n').find((line) => line.includes(`<a id="${anchor}" `));
  if (row !== undefined) return plain(row);
  const start = page.markdown.indexOf(`<details class="option" id="${anchor}">`);
  return start < 0 ? '' : plain(page.markdown.slice(start, page.markdown.indexOf('| --- |', start)));
}

describe('pages of ingestion sources', () => {
  test('the catalogue is without faults', () => {
    expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
  });

  test.skipIf(!existsSync(factsFile))(
    'R-109 every source has its page, and every option stands on it with type and default (held against ../shared/facts)',
    () => {
      const { platforms } = JSON.parse(readFileSync(factsFile, 'utf8')) as { platforms: FactPlatform[] };
      const missing: string[] = [];
      for (const platform of platforms) {
        const page = pages.find((one) => one.path === platform.route);
        if (page === undefined) {
          missing.push(platform.route);
          continue;
        }
        for (const { plugin, fields } of platform.plugins) {
          for (const field of fields) {
            const said = saidOf(page, fieldAnchor(plugin, field.name));
            const preset = field.default === undefined || field.default === null ? '' : shownValue(field.default);
            if (!said.includes(field.type) || !said.includes(preset) || (field.required && !said.includes('required'))) {
              missing.push(`${platform.id} ${plugin} ${field.name}: ${said}`);
            }
          }
        }
      }
      expect(missing).toEqual([]);
      expect(platforms.flatMap((platform) => platform.plugins.flatMap((plugin) => plugin.fields))).toHaveLength(2660);
    },
  );

  test.skipIf(!existsSync(factsFile))('every plugin has its extra and capabilities (held against ../shared/facts)', () => {
    const { platforms } = JSON.parse(readFileSync(factsFile, 'utf8')) as { platforms: FactPlatform[] };
    const ours = catalogue.entries.flatMap(({ source }) => source.data.plugins);
    for (const wanted of platforms.flatMap((platform) => platform.plugins)) {
      const found = ours.find((plugin) => plugin.plugin === wanted.plugin);
      expect(found?.extra ?? null, wanted.plugin).toBe(wanted.pip_extra);
      const pairs = (list: readonly { capability: string; supported: boolean }[]): string[] =>
        list.map((one) => `${one.capability} ${one.supported}`).toSorted();
      expect(pairs(found?.capabilities ?? []), wanted.plugin).toEqual(pairs(wanted.capabilities));
    }
  });

  test('R-109 there are 51 sources, each with a route of its own', () => {
    expect(new Set(pages.map((page) => page.path)).size).toBe(51);
  });

  test('each page can begin: an install line, a description of search-result length, and no name twice', () => {
    for (const page of pages) {
      expect(page.markdown, page.path).toContain('python3 -m pip install');
      expect(page.description.length, `${page.path}: ${page.description}`).toBeGreaterThanOrEqual(50);
      expect(page.description.length, page.path).toBeLessThanOrEqual(160);
      const ids = [...page.markdown.matchAll(/ id="([^"]+)"|\{#([^}]+)\}/g)].map((match) => match[1] ?? match[2]);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        page.path,
      ).toEqual([]);
    }
  });

  test('all pages are made in less than a second', () => {
    const start = performance.now();
    sources.generate(catalogue, context);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
