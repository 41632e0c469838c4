import { describe, expect, test } from 'vitest';

import { compileMarkdown } from './testing/compile-markdown.ts';

describe('R-605 ids of headings', () => {
  const SOURCE = '# this.load\n\n## `--config <file>`\n\n## this.load\n\n## 2 ways & more…\n\n## Café, again\n\n## …\n\n## Own {#my-id}\n';
  const idsBy = async (headingIds: 'github' | 'vitepress'): Promise<(string | undefined)[]> =>
    [...(await compileMarkdown(SOURCE, { services: { headingIds } })).html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);

  test("follow GitHub's rule", async () => {
    expect(await idsBy('github')).toEqual(['--config-file', 'thisload-1', '2-ways--more', 'café-again', 'section', 'my-id']);
  });

  test("follow VitePress's rule", async () => {
    expect(await idsBy('vitepress')).toEqual(['config-file', 'this-load-1', '_2-ways-more', 'cafe-again', 'section', 'my-id']);
  });
});

test('links resolve to headings whose id was changed because the shell uses it', async () => {
  const page = await compileMarkdown('# A\n\n## Main\n\n[the main part](#main) and [the same](page.md#main)\n', { source: 'page.md' });
  expect(page.html).toContain('<h2 id="main-1">');
  expect(page.html.match(/href="[^"]*#main-1"/g)).toHaveLength(3);
});
