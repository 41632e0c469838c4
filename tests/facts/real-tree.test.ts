/** a real documentation tree of 222 pages that was not written for this engine, built by configuration alone. */
import { readFileSync, rmSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildSite, createPhases } from '@quire/engine/build/build.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import type { PageData } from '@quire/engine/model/page.ts';

import { TREE, TREE_CONFIG } from '../../bench/real-tree.ts';
import { knownMissing } from '../fixtures/datahub-2023-06/known-missing.ts';
import { PROJECT_ROOT } from '../conformance/build-fixture.ts';

interface Route {
  route: string;
  id: string;
  source: string;
  title: string;
  kind: string;
  sidebar: string[] | null;
  stats: { code_blocks: Record<string, number>; admonitions: string[]; tabs: number; source_words: number };
  feature_availability?: string[];
}

describe('the documentation of June 2023', () => {
  const dir = mkdtempSync(join(tmpdir(), 'real-tree-'));
  const out = join(dir, 'build');
  let routes: Route[] = [];
  let pages = new Map<string, { path: string; title: string; words: number; codeBlocks: number; id: string }>();

  beforeAll(async () => {
    const all = (JSON.parse(readFileSync(join(TREE, '../../facts/routes.json'), 'utf8')) as { routes: Route[] }).routes;
    routes = all.filter((route) => route.kind === 'handwritten');
    const config = await loadConfig(TREE_CONFIG, {});
    await buildSite({
      config,
      outDir: out,
      cacheDir: join(PROJECT_ROOT, '.cache/conformance'),
      phases: createPhases(null),
    });
    pages = new Map(
      (
        JSON.parse(readFileSync(join(out, 'pages.json'), 'utf8')) as {
          path: string;
          title: string;
          words: number;
          codeBlocks: number;
          id: string;
        }[]
      ).map((page) => [page.path, page]),
    );
  });

  afterAll(() => rmSync(dir, { recursive: true }));

  const dataOf = (route: string): PageData => JSON.parse(readFileSync(join(out, `site${route}.json`), 'utf8')) as PageData;

  test('R-605 the site has exactly the handwritten routes', () => {
    expect([...pages.keys()].toSorted()).toEqual(routes.map((route) => route.route).toSorted());
  });

  test('R-605 each page has its id, its title, and a body', () => {
    expect(
      routes.filter((route) => pages.get(route.route)?.id !== route.id).map((route) => [route.id, pages.get(route.route)?.id]),
    ).toEqual([]);
    const titles = routes.filter((route) => plain(pages.get(route.route)?.title ?? '') !== plain(route.title));
    expect(titles.map((route) => [route.route, route.title, pages.get(route.route)?.title])).toEqual([]);
    // The original count includes markup, and ours includes table cells and headings.
    const short = routes.filter((route) => (pages.get(route.route)?.words ?? 0) < route.stats.source_words * 0.35);
    expect(short.map((route) => [route.route, route.stats.source_words, pages.get(route.route)?.words])).toEqual([]);
  });

  test('R-605 each page has its position in the sidebar', () => {
    const wrong = routes.flatMap((route) => {
      const { breadcrumbs } = dataOf(route.route);
      // The trail of a category's page ends with that category.
      const isCategory = breadcrumbs.at(-1)?.label === route.sidebar?.at(-1);
      const labels = (isCategory ? breadcrumbs : breadcrumbs.slice(0, -1)).map((crumb) => crumb.label);
      const wanted = route.sidebar ?? [];
      return labels.join(' / ') === wanted.join(' / ') ? [] : [[route.route, wanted, labels]];
    });
    expect(wrong).toEqual([]);
  });

  test('R-605 code blocks, admonitions, tabs, and feature availability are rendered', () => {
    const wrong = routes.flatMap((route) => {
      const { body } = dataOf(route.route);
      const blocks = Object.values(route.stats.code_blocks).reduce((sum, count) => sum + count, 0);
      const found: string[] = [];
      if ((pages.get(route.route)?.codeBlocks ?? 0) < blocks) found.push(`${pages.get(route.route)?.codeBlocks} of ${blocks} code blocks`);
      if ((body.match(/role="tab"/g) ?? []).length < route.stats.tabs) found.push('tabs');
      if (route.feature_availability !== undefined && !body.includes('class="feature-availability"')) found.push('feature availability');
      const text = body.replace(/<figure class="code"[\s\S]*?<\/figure>/g, '').replace(/<code>[\s\S]*?<\/code>/g, '');
      if (/^:::|>:::|&lt;(?:Tabs|TabItem|FeatureAvailability)|\{\{ inline|^import .* from '@/m.test(text))
        found.push('source showing through');
      return found.map((what) => `${route.route}: ${what}`);
    });
    expect(wrong).toEqual([]);
  });

  test('R-605 a code block contains its included file', () => {
    const { body } = dataOf('/docs/api/tutorials/lineage');
    // A browser may break the line after each slash of a path.
    expect(body.replaceAll('<wbr>', '')).toContain('metadata-ingestion/examples/library/lineage_emitter_rest.py');
  });

  test('R-214 pages contain no scripts, event handlers, styles, or frames of the tree', () => {
    const wrong = routes.filter((route) =>
      /<script|<iframe|\son\w+=|\sstyle=|javascript:/i.test(
        dataOf(route.route).body.replace(/<figure class="code"[\s\S]*?<\/figure>/g, ''),
      ),
    );
    expect(wrong.map((route) => route.route)).toEqual([]);
  });

  test('every missing target is listed with a reason', () => {
    expect(knownMissing.filter(({ reason }) => reason.length < 10)).toEqual([]);
  });
});

/** Removes characters from titles that Markdown and the facts write differently. */
const plain = (title: string): string =>
  title
    .replace(/[\\`*_]/g, '')
    .replaceAll('&amp;', '&')
    .trim();
