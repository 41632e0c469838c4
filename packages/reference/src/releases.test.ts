import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { releases } from './releases.ts';

const context = { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false };

async function pageOf(yaml: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'releases-'));
  try {
    await writeFile(join(dir, 'releases.yaml'), yaml);
    const { catalog, problems } = await releases.read({ dir, projectRoot: dir });
    expect(problems).toEqual([]);
    return releases.generate(catalog, context)[0]?.markdown ?? '';
  } finally {
    await rm(dir, { recursive: true });
  }
}

test('releases are listed by year, and changes are described with those that need action first', async () => {
  const markdown = await pageOf(
    'releases:\n  - { version: v2.0.0, date: "2023-01-02", breaking: ["Do `x`."], changes: [New.] }\n  - { version: v1.0.0, date: "2022-12-31" }\n',
  );
  expect(markdown).toContain('**v2.0.0**, published on 2 January 2023');
  expect(markdown).toContain(
    '## v2.0.0 <small>· 2 January 2023</small> {#v2-0-0}\n\nVersion 2.0.0 was released on 2 January 2023. See the [release notes of v2.0.0](https://github.com/datahub-project/datahub/releases/tag/v2.0.0).\n\n:::warning[Before you upgrade]\n\n- Do `x`.\n\n:::\n\n- New.',
  );
  expect(markdown).not.toContain('## v1.0.0');
  expect(markdown.indexOf('### 2023 ')).toBeLessThan(markdown.indexOf('### 2022 '));
});

test('the last twelve releases of this site are described, and its questions point to existing headings', async () => {
  const root = process.cwd();
  const { catalog } = await releases.read({ dir: join(root, 'website/catalog'), projectRoot: root });
  const [page] = releases.generate(catalog, context);
  expect(page?.markdown.match(/^## v/gm)).toHaveLength(12);
  // A link that does not start with ./ or ../ is shown as text.
  expect(page?.markdown).not.toMatch(/\\\[[^\]]*\\\]\(/);
  const ids = [...(page?.markdown ?? '').matchAll(/\{#([^}]+)\}/g)].map(([, id]) => id);
  for (const { at } of page?.questions ?? []) if (at !== undefined) expect(ids).toContain(at);
});

test('the feed lists the newest releases with their changes and absolute addresses', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'releases-'));
  await writeFile(
    join(dir, 'releases.yaml'),
    'releases:\n  - { version: v2.0.0, date: "2023-01-02", changes: ["See [`x` & y](./guides/x.md#y), [z](https://z.example) and [w](./guides/index.md).", "A \\x01 control character."] }\n  - { version: v1.0.0, date: "2022-12-31" }\n',
  );
  const { catalog } = await releases.read({ dir, projectRoot: dir });
  await rm(dir, { recursive: true });
  const [feed] = releases.files?.(catalog, context) ?? [];
  expect(feed?.path).toBe('/docs/releases/feed.xml');
  const xml = feed?.text ?? '';
  // XML cannot contain control characters.
  expect(xml).toContain('A  control character.');
  expect(xml).toMatch(/^<\?xml[^>]*\?>\s*<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/);
  expect(xml.match(/v[12]\.0\.0(?=\]\]><\/title>)/g)).toEqual(['v2.0.0', 'v1.0.0']);
  expect(/<updated>(.*?)<\/updated>/.exec(xml)?.[1]).toBe('2023-01-02T00:00:00.000Z');
  expect(/<entry>[^]*?<link href="(.*?)"/.exec(xml)?.[1]).toBe('https://docs.example.com/docs/releases#v2-0-0');
  for (const href of ['https://docs.example.com/docs/guides/x#y', 'https://z.example', 'https://docs.example.com/docs/guides'])
    expect(xml).toContain(`href="${href}"`);
});
