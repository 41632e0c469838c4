import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress, compressInBackground, isSlowToCompress } from './output-worker.ts';

const bytes = new TextEncoder().encode('export const answer = 42;\n'.repeat(100));

test.each(['assets/entry-1.js', 'assets/style-1.css', 'assets/search-index-1.bin'])(
  '%s is compressed in the background, with the same result',
  async (path) => {
    expect(isSlowToCompress(path)).toBe(true);
    const forms = await compressInBackground(path, bytes);
    expect(forms).toEqual(compress(path, bytes));
    expect(forms.map(({ ending }) => ending)).toEqual(['.br', '.gz']);
    for (const { ending, content } of forms)
      expect(new Uint8Array((ending === '.br' ? brotliDecompressSync : gunzipSync)(content))).toEqual(bytes);
  },
);

test.each(['docs/index.html', 'docs/entry.js', 'sitemap.xml'])('%s is compressed immediately', (path) =>
  expect(isSlowToCompress(path)).toBe(false),
);

test('a long page is compressed with the same settings as a script', () => {
  const rows = Array.from({ length: 4_000 }, (_, index) => `<tr><td>field${index}</td><td>Row ${index % 97} of the table</td></tr>`);
  const page = new TextEncoder().encode(rows.join('\n'));
  expect(page.length).toBeGreaterThan(160 << 10);
  const [brotli] = compress('docs/reference/index.html', page);
  expect(brotli?.content).toEqual(compress('assets/reference.js', page)[0]?.content);
});

test('an index that browsers search is compressed as well as a script', () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `word${(index * 7919) % 5_003} of section ${index % 271}`);
  const index = new TextEncoder().encode(words.join('\n'));
  const [forBrowsers, forServers, script] = ['browser-search-index-1.bin', 'search-index-1.bin', 'entry.js'].map(
    (name) => compress(`assets/${name}`, index)[0]?.content,
  );
  expect(forBrowsers).toEqual(script);
  expect(forServers).not.toEqual(script);
});

test('pictures and small files are not compressed', async () => {
  expect(compress('assets/card.png', bytes)).toEqual([]);
  expect(await compressInBackground('assets/small.js', bytes.slice(0, 100))).toEqual([]);
});
