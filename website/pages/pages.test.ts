import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadFrontPages, type FrontPage } from '@quire/engine/content/front-pages.ts';
import { BUILT_IN, renderFrontPage } from '@quire/engine/client/pages/index.tsx';
import { sampleSite } from '@quire/engine/model/testing/sample-site.ts';
import { readIntegrations, sources } from '@quire/reference/catalog';
import type { Integration } from '@quire/reference';
import * as docsLanding from './docs-landing.tsx';
import * as guild from './guild.tsx';
import * as home from './home.tsx';
import { pages as configured } from './index.ts';
import * as integrations from './integrations.tsx';
import { brandMark, drawnMark } from './parts/connector-mark.tsx';
import type { HomeData } from './schemas.ts';

const KINDS = ['home', 'docs-landing', 'guild', 'integrations', 'search', 'not-found'];
const MODULES = {
  home: { file: 'home.tsx', module: home },
  'docs-landing': { file: 'docs-landing.tsx', module: docsLanding },
  guild: { file: 'guild.tsx', module: guild },
  integrations: { file: 'integrations.tsx', module: integrations },
};

const SHOP: Integration = {
  name: 'Shop <b>',
  text: 'Tables of a shop.',
  route: '/docs/generated/ingestion/sources/shop',
  type: 'Datastore',
  connection: 'Pull',
  status: 'Not rated',
  features: ['Lower Casing', 'UI Ingestion'],
};

let pages: FrontPage[] = [];

beforeAll(async () => {
  const sources = configured.map((page) => ({ ...page, data: join('website', page.data) }));
  ({ pages } = await loadFrontPages(sources));
});

function dataOf(kind: string): unknown {
  const data = pages.find((page) => page.kind === kind)?.data;
  return kind === 'integrations' ? { ...(data as object), entries: [SHOP] } : data;
}

function html(kind: string, data = dataOf(kind)): string {
  return renderFrontPage(kind, sampleSite, data, { ...BUILT_IN, ...MODULES });
}

function attributes(markup: string, name: string): string[] {
  return [...markup.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map((match) => match[1] ?? '');
}

describe.each(KINDS)('%s', (kind) => {
  test('R-607 headings start with one h1 and do not skip levels', () => {
    const levels = [...html(kind).matchAll(/<h([1-6])/g)].map((match) => Number(match[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    levels.reduce((before, level) => {
      expect(level).toBeLessThanOrEqual(before + 1);
      return level;
    });
  });

  test('R-607 contains no inline styles, event handlers, or scripts, which the Content-Security-Policy would block', () => {
    expect(html(kind)).not.toMatch(/ style="| on[a-z]+="|<script|<style/);
  });

  test('R-607 ids are unique, and referenced ids exist', () => {
    const markup = html(kind);
    const ids = attributes(markup, 'id');
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of [...attributes(markup, 'aria-labelledby'), ...attributes(markup, 'for')]) expect(ids).toContain(id);
  });

  test('addresses start with the base URL or lead to another site', () => {
    const markup = html(kind);
    for (const href of [...attributes(markup, 'href'), ...attributes(markup, 'action')])
      expect(href).toMatch(/^(\/base\/|https:\/\/|#lineage-mark-|#ways$)/);
  });
});

test.each(['docs-landing', 'search', 'not-found'] as const)('R-101 the search form of %s leads to search?q=', (kind) => {
  expect(html(kind)).toMatch(/<form[^>]* role="search"[^>]* action="\/base\/search" method="get"/);
  expect(html(kind)).toMatch(/<input[^>]* name="q"/);
});

test('R-306 the search page has an element for results and tells readers without JavaScript what to do', () => {
  expect(html('search')).toContain('data-island="search-results"');
  expect(html('search')).toMatch(/<noscript><p>.*JavaScript.*<\/p><\/noscript>/);
});

test('the not-found page links to the configured community chat', () => {
  expect(html('not-found')).toContain('href="https://chat.example/"');
});

test('the copy button of the quickstart copies all commands, one on each line', () => {
  expect(html('home')).toContain(
    'data-copy-text="python3 -m pip install --upgrade pip wheel setuptools\npython3 -m pip install --upgrade acryl-datahub\ndatahub docker quickstart"',
  );
});

test('an integration links to its page and has the attributes for the filter', () => {
  const markup = html('integrations');
  expect(markup).toContain('href="/base/docs/generated/ingestion/sources/shop"');
  expect(markup).toContain('Shop &lt;b&gt;');
  expect(markup).toMatch(/data-type="datastore" data-connection="pull" data-status="not-rated" data-feature="lower-casing ui-ingestion"/);
});

test('every system on the home page and in the catalog has a logo', async () => {
  const location = { dir: join(process.cwd(), 'website/catalog'), projectRoot: process.cwd() };
  const platforms = (await sources.read(location)).catalog.entries.map(({ source }) => source.data);
  const { catalog } = await readIntegrations(location, platforms, {
    basePath: '/docs',
    siteUrl: 'https://docs.example.com',
    hasDoc: () => true,
  });
  expect(catalog.length).toBeGreaterThan(50);
  const named = [...(dataOf('home') as HomeData).connectors.names, ...catalog];
  const missing = named.filter(({ mark }) => mark !== undefined && brandMark(mark) === undefined);
  expect(missing).toEqual([]);
  const undrawn = named.filter(({ name, mark }) => mark === undefined && drawnMark(name) === undefined);
  expect(
    undrawn.map(({ name }) => name),
    'systems without a mark: draw one in parts/connector-mark.tsx',
  ).toEqual([]);
});

test('text of the data is escaped', () => {
  const data = { ...(dataOf('search') as object), heading: '<img src=x onerror=alert(1)>' };
  expect(html('search', data)).toContain('&lt;img src=x');
});
