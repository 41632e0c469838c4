import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createLinkResolver } from '#content/link-resolver.ts';
import { docSource } from '#content/testing/compile-markdown.ts';

import { findSocialImages } from './social-image.ts';

test('a page names a picture for social networks, but no drawing of the content, which would be published without a check', () => {
  const root = mkdtempSync(join(tmpdir(), 'social-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const names = ['photo.png', 'drawing.svg', 'DRAWING.SVG'];
  for (const name of names) writeFileSync(join(root, name), '<svg><script>alert(1)</script></svg>');
  const docs = [...names, 'missing.png'].map((name, index) =>
    docSource(`page-${index}.md`, '', { absolute: join(root, `page-${index}.md`), frontMatter: { image: `./${name}` } }),
  );
  const resolver = createLinkResolver({ docs, root, inlineRoot: root, otherPaths: [], staticDirectories: [], knownMissing: [] });
  const { assets, problems } = findSocialImages(docs, resolver);
  expect(assets.map(([, absolute]) => absolute)).toEqual([join(root, 'photo.png')]);
  expect(problems.map(({ message }) => message.replace(/\. Name .*/, ''))).toEqual([
    'front matter "image": social networks do not show the drawing "./drawing.svg"',
    'front matter "image": social networks do not show the drawing "./DRAWING.SVG"',
    'front matter "image": there is no file "./missing.png"',
  ]);
});
