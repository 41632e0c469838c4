/** compares the pages of ingestion sources with the options and capabilities of the platform. */
import { beforeAll, expect, test } from 'vitest';

import { fieldAnchor, shownDefault, sources } from '@quire/reference/catalog';
import type { GeneratedPage, SourceCatalog } from '@quire/reference/catalog';

import { readFacts } from './facts.ts';

let catalog: SourceCatalog;
let pages: GeneratedPage[];

beforeAll(async () => {
  const root = process.cwd();
  ({ catalog } = await sources.read({ dir: `${root}/website/catalog`, projectRoot: root }));
  pages = sources.generate(catalog, { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false });
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
  plugins: {
    plugin: string;
    pip_extra: string | null;
    source_file: string;
    fields: FactField[];
    capabilities: { capability: string; supported: boolean }[];
  }[];
}

const plain = (markdown: string): string =>
  markdown
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('`', '');

/** Returns the text of an option on its page: its table row, or its collapsible section up to the table. */
function textOf(page: GeneratedPage, anchor: string): string {
  const row = page.markdown.split('\n').find((line) => line.includes(`<a id="${anchor}"`));
  if (row !== undefined) return plain(row);
  const start = page.markdown.indexOf(`<details class="option" id="${anchor}">`);
  return start < 0 ? '' : plain(page.markdown.slice(start, page.markdown.indexOf('| --- |', start)));
}

const SHARED_TYPE = 'AllowDenyPattern';

const { platforms } = readFacts<{ platforms: FactPlatform[] }>('sources.json');

test('R-109 every source has a page with every option, its type, and its default', () => {
  const missing: string[] = [];
  for (const platform of platforms) {
    const page = pages.find((one) => one.path === platform.route);
    if (page === undefined) {
      missing.push(platform.route);
      continue;
    }
    for (const { plugin, fields } of platform.plugins) {
      for (const field of fields) {
        const shown = textOf(page, fieldAnchor(plugin, field.name));
        // Types and defaults of options with a shared type are in the section of that type, or in the rows of nested options.
        const isShared = shown.includes(SHARED_TYPE) && !field.required;
        const hasRows = fields.some((other) => other.name.startsWith(`${field.name}.`));
        const preset = field.default === undefined || field.default === null || hasRows ? '' : plain(shownDefault(field.default));
        const isComplete = shown.includes(field.type) && shown.includes(preset) && (!field.required || shown.includes('required'));
        if (shown === '' || (!isShared && !isComplete)) missing.push(`${platform.id} ${plugin} ${field.name}: ${shown}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(platforms.flatMap((platform) => platform.plugins.flatMap((plugin) => plugin.fields))).toHaveLength(2660);
});

test('every plugin has its extra, its code, and its capabilities', () => {
  const ours = catalog.entries.flatMap(({ source }) => source.data.plugins);
  for (const wanted of platforms.flatMap((platform) => platform.plugins)) {
    const found = ours.find((plugin) => plugin.plugin === wanted.plugin);
    expect(found?.extra ?? null, wanted.plugin).toBe(wanted.pip_extra);
    expect(found?.code, wanted.plugin).toBe(wanted.source_file);
    const pairs = (list: readonly { capability: string; supported: boolean }[]): string[] =>
      list.map((one) => `${one.capability} ${one.supported}`).toSorted();
    const declared = found?.capabilities.filter((one) => one.declared !== false) ?? [];
    expect(pairs(declared), wanted.plugin).toEqual(pairs(wanted.capabilities));
  }
});
