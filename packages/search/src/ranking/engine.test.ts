import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnalyzer } from '../analysis.ts';
import { decodeIndex } from '../index-file/read.ts';
import { parseSynonyms } from '../index-file/synonyms.ts';
import { encodeIndex } from '../index-file/write.ts';
import { anyCharacter } from '../testing/any-character.ts';
import { SAMPLE_GROUPS, SAMPLE_RECORDS, samplePage } from '../testing/sample-records.ts';
import type { SearchQuery, SearchRecord, SearchPage } from '../types.ts';
import { createSearchEngine, createSimilarTitles } from './engine.ts';

const { rules } = parseSynonyms('oneWay:\n  - { from: [sso, single sign on], to: [oidc] }\n  - { from: purge, to: [delete entity] }\n');
const { forEachTerm } = createAnalyzer();
const engine = createSearchEngine(decodeIndex(encodeIndex(SAMPLE_RECORDS, { synonyms: rules, groups: SAMPLE_GROUPS })));

const pagesFor = (text: string, more: Partial<SearchQuery> = {}): string[] =>
  engine.search({ text, ...more }).hits.map(({ page }) => page.path);

test.each([
  ['an exact title', 'business glossary', '/docs/glossary'],
  ['the last step of a path', 'delete', '/docs/delete'],
  ['an environment variable', 'AUTH_OIDC_ENABLED', '/docs/authentication/oidc'],
  ['a part of an environment variable', 'oidc client', '/docs/authentication/oidc'],
  ['a flag', '--soft', '/docs/delete'],
  ['a command', 'datahub docker nuke', '/docs/quickstart'],
  ['a typo', 'snowflkae', '/docs/sources/snowflake'],
  ['one word written as two', 'snow flake', '/docs/sources/snowflake'],
  ['two words written as one', 'businessglossary', '/docs/glossary'],
  ['the beginning of a word', 'snowf', '/docs/sources/snowflake'],
  ['a synonym', 'sso', '/docs/authentication/oidc'],
  ['a synonym of several words', 'single sign on', '/docs/authentication/oidc'],
  ['a synonym for several words', 'purge', '/docs/delete'],
  ['nothing but stop words', 'what is', '/docs/what-is'],
  ['a question', 'how do I start over?', '/docs/quickstart'],
  ['another form of the word', 'ingested snowflakes', '/docs/sources/snowflake'],
])('%s finds its page', (_, text, path) => {
  expect(pagesFor(text)[0]).toBe(path);
});

test('the name of a page finds the page, not a section that repeats the name', () => {
  const pages = samplePage('/docs/tags', 'Tags', [
    ['Tags', 'Words on assets.'],
    ['Add tags', 'Tags, tags and more tags: add tags to tags.'],
  ]);
  const own = createSearchEngine(decodeIndex(encodeIndex([...pages, ...SAMPLE_RECORDS])));
  const anchors = (text: string): string[] | undefined => own.search({ text }).hits[0]?.sections.map(({ anchor }) => anchor);
  expect(anchors('tags')?.[0]).toBe('');
  expect(anchors('tags')?.length).toBe(2);
  expect(anchors('add tags')?.[0]).toBe('s1');
});

test('a guide ranks above a reference page with the same words', () => {
  expect(pagesFor('glossary term').slice(0, 2)).toEqual(['/docs/glossary', '/docs/graphql/mutations']);
});

test('hits are grouped by page, the best section first, with headings and marks', () => {
  const [hit] = engine.search({ text: 'docker nuke' }).hits;
  expect(hit?.sections[0]).toMatchObject({ heading: 'Starting over', anchor: 's2' });
  expect(hit?.sections[0]?.headingPath.map((pieces) => pieces.map(({ text }) => text).join(''))).toEqual([
    'Quickstart Guide',
    'Starting over',
  ]);
  expect(hit?.sections[0]?.excerpt.filter(({ highlighted }) => highlighted).map(({ text }) => text)).toEqual(['docker', 'nuke']);
});

test('only words that are on no page are corrected, and corrections are reported', () => {
  expect(engine.search({ text: 'glosary' }).corrections).toEqual([{ from: 'glosary', to: ['glossary'] }]);
  expect(engine.search({ text: 'sso glossary' }).corrections).toEqual([]);
});

test('R-304 results are filtered by language and tags', () => {
  expect(pagesFor('quickstart')).toContain('/de/docs/schnellstart');
  expect(pagesFor('quickstart', { filters: { language: 'en' } })).not.toContain('/de/docs/schnellstart');
  expect(pagesFor('quickstart', { filters: { language: 'de' } })).toEqual(['/de/docs/schnellstart']);
  expect(pagesFor('glossary', { filters: { tags: ['reference', 'other'] } })).toEqual(['/docs/graphql/mutations']);
  expect(pagesFor('glossary', { filters: { tags: [] } })).toHaveLength(2);
});

test('R-306 pages of results have no gaps or duplicates, and the total counts all results', () => {
  const all = pagesFor('metadata glossary quickstart oidc');
  const { total } = engine.search({ text: 'metadata glossary quickstart oidc', hitsPerPage: 2 });
  expect(total).toBe(all.length);
  expect([0, 1, 2, 3].flatMap((page) => pagesFor('metadata glossary quickstart oidc', { page, hitsPerPage: 2 }))).toEqual(all);
  expect(pagesFor('glossary', { page: 99 })).toEqual([]);
  expect(pagesFor('glossary', { page: -1, hitsPerPage: 0 })).toHaveLength(1);
  expect(pagesFor('glossary', { page: Number.NaN, hitsPerPage: Number.NaN })).toHaveLength(1);
});

test('the section with the same authored question ranks first, even if its words are common', () => {
  const guides = Array.from({ length: 20 }, (_, i) =>
    samplePage(`/docs/guide-${i}`, `Read a container with curl ${i}`, [
      ['Read a container', 'Read a container with curl: curl container read.'],
    ]),
  );
  const [opening, ...sections] = samplePage('/docs/box', 'Box', [
    ['Box', 'It holds things.'],
    ['Access', 'Call the endpoint.'],
  ]);
  const asked = sections.map((section) => ({ ...section, questions: ['How do I read containers with curl?', 'What is it?'] }));
  const own = createSearchEngine(decodeIndex(encodeIndex([...guides.flat(), opening as SearchRecord, ...asked])));
  const first = (question?: string): string | undefined => own.retrieve('container curl', 3, { question })[0]?.record.heading;
  expect(first('How can I read a container with curl?')).toBe('Access');
  expect(first('how can i read a CONTAINER with CURL')).toBe('Access');
  expect(first('How can I read a container with curl in Java?')).not.toBe('Access');
  expect(first()).not.toBe('Access');
  expect(first('What is this?')).not.toBe('Access');
});

test('evidence for the assistant includes the share of the question that it covers', () => {
  const [best] = engine.retrieve('how do I stop the containers of the quickstart', 5);
  expect(best?.record.heading).toBe('Stopping the platform');
  expect(best?.coverage).toBeCloseTo(1);
  expect(engine.retrieve('snowflake zeppelin carburettor', 3)[0]?.coverage).toBeLessThan(0.6);
  expect(engine.retrieve('glossary', 1)).toHaveLength(1);
  expect(engine.retrieve('glossary', -1)).toEqual([]);
});

test('a query of one or two letters matches the beginnings of words in titles', () => {
  const titles = engine.search({ text: 'gl' }).hits.map(({ page }) => page.title);
  expect(titles.length).toBeGreaterThan(0);
  for (const title of titles) expect(title.toLowerCase()).toMatch(/\bgl/);
});

test('a page that the query names ranks first, even if the words are common', () => {
  const others = Array.from({ length: 60 }, (_, i) => samplePage(`/docs/part-${i}`, `Part ${i}`, [[`Part ${i}`, 'acme is acme']]));
  const start = samplePage('/docs/start', 'Start here', [['Start here', 'The acme platform.']], { aliases: ['what is acme'] });
  const site = createSearchEngine(decodeIndex(encodeIndex([...others.flat(), ...start])));
  expect(site.search({ text: 'what is acme' }).hits[0]?.page.path).toBe('/docs/start');
});

test('if several pages share a name, the page with that alias ranks first, and a title remains a name of its page', () => {
  const page = (path: string, title: string, sidebarLabel = 'Acme') =>
    samplePage(path, title, [[title, 'How this works with acme.']], { sidebarLabel });
  const others = Array.from({ length: 20 }, (_, i) => page(`/docs/part-${i}`, `Part ${i}`, `Part ${i}`)).flat();
  const [sink = [], scheduler = []] = [page('/docs/sinks/acme', 'Acme sinks'), page('/docs/schedulers/acme', 'Schedule with acme')];
  const about = samplePage('/docs/about', 'About the acme project', [['About the acme project', 'What acme is.']], { aliases: ['acme'] });
  const first = (...records: SearchRecord[][]) =>
    createSearchEngine(decodeIndex(encodeIndex([...others, ...records.flat()]))).search({ text: 'acme' }).hits[0]?.page.path;
  expect(first(sink, scheduler, about)).toBe('/docs/about');
  expect(first(sink, scheduler, about, page('/docs/acme-guide', 'Acme'))).toBe('/docs/acme-guide');
  expect(first(sink, about)).toBe('/docs/sinks/acme');
  const among = samplePage('/docs/sources/acme', 'Use acme as a source of data', [['Use acme as a source of data', 'How this works.']], {
    aliases: ['acme'],
  });
  expect(first(sink, scheduler, among)).toBe('/docs/sources/acme');
});

test.each(['ansible', 'visable'])('%s is corrected by two edits only if both words begin alike', (text) => {
  const records = samplePage('/docs/eyes', 'Eyes', [['Eyes', 'What is visible to whom.']]);
  const { corrections } = createSearchEngine(decodeIndex(encodeIndex(records))).search({ text });
  expect(corrections.map(({ to }) => to.join(''))).toEqual(text === 'visable' ? ['visible'] : []);
});

test('an identifier on a page is looked up as a whole', () => {
  const { total } = engine.search({ text: 'AUTH_OIDC_ENABLED' });
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(engine.search({ text: 'auth oidc enabled' }).total);
});

test.each(['', '   ', '?!… —', '🙂🙃', '"', 'zzzzqqqq xxxyyy'])('%j finds nothing and does not throw', (text) => {
  expect(engine.search({ text })).toMatchObject({ hits: [], total: 0 });
  expect(engine.retrieve(text, 5)).toEqual([]);
});

test.each([
  ['10 kB of words', 'glossary metadata snowflke '.repeat(400)],
  ['10 kB without a space', 'x'.repeat(10_000)],
  ['10 kB of underscores and dots', 'a_.'.repeat(3_400)],
  ['unbalanced quotes and brackets', '"glossary ((( [a-z'],
  ['HTML', '<img src=x onerror=alert(1)>glossary</img>'],
  ['names of built-in properties', '__proto__ constructor toString hasOwnProperty glossary'],
  ['a pattern with catastrophic backtracking', `(a+)+$ glossary ${'a'.repeat(500)}!`],
  ['right to left', 'فهرس المصطلحات glossary \u202e'],
  ['lone surrogates and zero bytes', 'glossary \ud800\udc00\udfff \u0000'],
])('%s is answered', (_, text) => {
  const { hits } = engine.search({ text });
  if (text.slice(0, 600).includes('glossary')) expect(hits.map(({ page }) => page.path)).toContain('/docs/glossary');
});

test('property: any query returns sorted, reproducible hits without HTML', () => {
  const text = fc
    .array(fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('glossary', 'oidc', 'AUTH_', 'snowflke', '"', ' ')))
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(text, fc.nat(3), (query, page) => {
      const result = engine.search({ text: query, page, hitsPerPage: 3 });
      expect(engine.search({ text: query, page, hitsPerPage: 3 })).toEqual(result);
      expect(result.hits.length).toBeLessThanOrEqual(Math.min(3, result.total));
      for (const { sections, score } of result.hits) {
        expect(score).toBeGreaterThan(0);
        expect(sections.length).toBeGreaterThan(0);
      }
      const scores = result.hits.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }),
    { numRuns: 200 },
  );
});

test('R-411 contains() reports the terms in the text of a section', () => {
  for (const { record, contains } of engine.retrieve('snowflake permissions', 5)) {
    const terms = new Set<string>();
    for (const text of [record.heading, record.text, ...record.code]) forEachTerm(text, false, (term) => terms.add(term));
    for (const term of ['snowflak', 'permiss', 'role', 'domain', 'zeppelin', ''])
      expect([term, contains(term)]).toEqual([term, terms.has(term)]);
  }
});

test('sections are listed in the order of the site, numbered as in retrieval', () => {
  const sections = [...engine.sections()];
  expect(sections.map(({ page, anchor }) => `${page.path}#${anchor}`)).toEqual(
    SAMPLE_RECORDS.map(({ page, anchor }) => `${page.path}#${anchor}`),
  );
  for (const { record, recordNumber } of engine.retrieve('delete', 5)) expect(sections[recordNumber]).toBe(record);
});

test('an authored question finds its section, and an alias finds its page', () => {
  const records = [
    ...samplePage('/docs/ports', 'Network', [
      ['Network', 'How services reach each other.'],
      ['Defaults', 'The server listens on 8080.'],
    ]),
    ...samplePage('/docs/other', 'Other', [['Other', 'Something else about services and the server.']]),
  ];
  const [intro, defaults, other] = records as [SearchRecord, SearchRecord, SearchRecord];
  const page = { ...intro.page, aliases: ['firewall rules'] };
  const index = encodeIndex([
    { ...intro, page },
    { ...defaults, page, questions: ['can I open it in my browser after the first start'] },
    other,
  ]);
  const asked = createSearchEngine(decodeIndex(index));
  expect(asked.search({ text: 'open in browser ' }).hits[0]?.sections[0]?.anchor).toBe(defaults.anchor);
  expect(asked.search({ text: 'firewall rules' }).hits.map(({ page: { path } }) => path)).toEqual(['/docs/ports']);
  expect(createSearchEngine(decodeIndex(encodeIndex(records))).search({ text: 'open in browser ' }).hits).toEqual([]);
});

test('the sections of a page are those with the page of any of them, in their order', () => {
  SAMPLE_RECORDS.forEach(({ page }, i) => {
    const anchors = SAMPLE_RECORDS.filter((record) => record.page === page).map(({ anchor }) => anchor);
    expect(engine.sectionsOfPage(i).map(({ anchor }) => anchor)).toEqual(anchors);
  });
});

test.each(['upgrade', 'how to upgrade', 'How do I upgrade?', 'what is the upgrade'])('"%s" finds the page with that name first', (text) => {
  const mentions = Array.from({ length: 20 }, (_, i) =>
    samplePage(`/docs/part-${i}`, `Image ${i}`, [[`How to run the upgrade ${i}`, 'What the upgrade is, and how to run it.']]),
  );
  const updating = samplePage('/docs/updating', 'Breaking changes', [['Breaking changes', 'What each upgrade changes.']], {
    aliases: ['upgrade'],
  });
  const site = createSearchEngine(decodeIndex(encodeIndex([...mentions.flat(), ...updating])));
  expect(site.search({ text }).hits[0]?.page.path).toBe('/docs/updating');
});

test('a page with a word as its alias precedes a page that only mentions it several times', () => {
  const about = samplePage('/docs/lineage', 'Lineage', [['Lineage', 'Where data comes from.']], { aliases: ['data ancestry'] });
  const mentions = samplePage('/docs/trees', 'Trees', [['Trees', 'The ancestry of a tree is an ancestry.']]);
  const others = Array.from({ length: 60 }, (_, i) => samplePage(`/docs/part-${i}`, `Part ${i}`, [[`Part ${i}`, 'A part of a whole.']]));
  const extended = createSearchEngine(decodeIndex(encodeIndex([about, mentions, ...others].flat())));
  expect(extended.search({ text: 'ancestry chart' }).hits.map(({ page }) => page.path)).toEqual(['/docs/lineage', '/docs/trees']);
});

const pageOf = (title: string, language = 'en'): SearchPage => ({
  id: title,
  path: `/docs/${title}`,
  title,
  sidebarLabel: title,
  breadcrumbs: [],
  group: 'guides',
  language,
  tags: [],
});

const similarTitles = createSimilarTitles([pageOf('Snowflake setup'), pageOf('Snowflake'), pageOf('Flow'), pageOf('Snowflake', 'de')]);

test.each(['snwflk', 'SNOWFLACKE', 'snoflayke'])('%s is similar to titles with a similar word, shorter titles first', (word) => {
  expect(similarTitles(word)).toEqual(['Snowflake', 'Snowflake setup']);
});

test.each(['', 'flo', 'zyxwvu', '🍕🍕🍕', 'x'.repeat(10_000)])('%j is similar to no title', (word) => {
  expect(similarTitles(word)).toEqual([]);
});

test('pages that do not match the filters are skipped', () => {
  expect(similarTitles('snwflk', { language: 'fr' })).toEqual([]);
});
