import { describe, expect, test } from 'vitest';
import { sampleSearchSite as sampleSite } from './testing/sample-site.ts';
import { plainText } from './read-marked.ts';
import { searchAddress, toResultItem } from './result-item.ts';
import { sampleHit } from './testing/sample-search.ts';

const item = (value: unknown) => toResultItem(value, sampleSite);

describe('toResultItem', () => {
  test('a section has its heading, the page around it and the way to it', () => {
    const found = item(sampleHit('kafka#setup', { breadcrumbs: ['Ingestion', 'Sources &amp; sinks'] }));
    expect(plainText(found?.title ?? [])).toBe('setup');
    expect(found).toMatchObject({ href: '/base/docs/kafka#setup', pageHref: '/base/docs/kafka', isPage: false, group: 'Guides' });
    expect(found?.trail).toEqual(['Ingestion', 'Sources & sinks', 'kafka']);
  });

  test('highlights are taken where there are some, and are not kept with the hit', () => {
    const highlight = { value: '<mark>Kaf</mark>ka', matchLevel: 'full' as const, matchedWords: ['kaf'] };
    const found = item(sampleHit('kafka', { _highlightResult: { hierarchy: { lvl1: highlight } } }));
    expect(found?.title[0]).toEqual({ text: 'Kaf', highlighted: true });
    expect(found?.isPage).toBe(true);
    expect(found?.hit).not.toHaveProperty('_highlightResult');
  });

  test('R-305 full addresses of this site become local', () => {
    expect(item(sampleHit('a', { url: 'https://docs.example/base/docs/a' }))?.href).toBe('/base/docs/a');
    expect(item(sampleHit('a', { url: 'https://docs.example.evil/a' }))?.href).toBe('https://docs.example.evil/a');
  });

  test('escaped addresses are read', () => {
    expect(item(sampleHit('a', { url: '/docs/a&amp;b#it&#39;s' }))?.href).toBe("/docs/a&b#it's");
  });

  test.each([
    ['a script', sampleHit('a', { url: 'javascript:alert(1)' })],
    ['a script behind an entity', sampleHit('a', { url: 'java&#10;script:alert(1)' })],
    ['no name', { ...sampleHit('a'), hierarchy: {} }],
    ['names of another type', { ...sampleHit('a'), hierarchy: { lvl1: 7 } }],
    ['no address', { objectID: 'a', hierarchy: {} }],
    ['no object', 'a'],
    ['nothing', null],
  ])('%s gives no item', (_name, value) => {
    expect(item(value)).toBeNull();
  });

  test('broken highlights do no harm', () => {
    expect(item({ ...sampleHit('a'), _highlightResult: { hierarchy: { lvl1: null } }, _snippetResult: 'x' })?.id).toBe('a');
  });
});

test('R-301 the results page is found below the base URL', () => {
  expect(searchAddress(sampleSite, 'a & b')).toBe('/base/search?q=a+%26+b');
});
