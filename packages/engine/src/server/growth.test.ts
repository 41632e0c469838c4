/** Every function that reads the input of a visitor takes linear time. */
import { readResultsQuery, readSearchAddress, resultsHtml } from '@quire/search';
import { ProtocolError } from '@quire/search/docsearch';
import { expect, test } from 'vitest';
import { redirectUrl } from '#model/url.ts';
import { loggedPath, searchLogEntry } from './log.ts';
import { networksOf } from './client-address.ts';
import { redact } from './redact.ts';
import { findPage } from './routes/mcp.ts';
import { acceptedEncodings, matchesEntityTag, prefersMarkdown } from './content-negotiation.ts';
import { candidatesFor, contentTypeOf, looksLikeFile, parseRequestPath } from './static-site.ts';
import { growthBeyondLinear, HOSTILE_PIECES } from '#testing/growth.ts';
import { sampleSearch } from './testing/search-backend.ts';

/** Far above the limit of the server, so that superlinear growth is visible. */
const CHARACTERS = 64_000;

const { search, responder } = sampleSearch();
const translate = (text: string): string => text;

/** Returns the message of an error, because rejecting an input is a valid result. */
function resultOrMessage(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof Error) return error.message;
    throw error;
  }
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'the path of a request': (text) => parseRequestPath(`/${encodeURI(text.replace(/[\ud800-\udfff]/g, ''))}`, '/docs-site/'),
  'a path as written': (text) => parseRequestPath(`/${text}`, '/'),
  'files of a path': (text) => candidatesFor(`/${text}`, false),
  'the kind of a file': (text) => [looksLikeFile(`/${text}`), contentTypeOf(text)],
  'Accept-Encoding': (text) => acceptedEncodings(text),
  Accept: (text) => prefersMarkdown(`text/markdown,${text}`),
  'If-None-Match': (text) => matchesEntityTag(text, '"x"'),
  'X-Forwarded-For': (text) => networksOf(text),
  'the query of a redirect': (text) => redirectUrl('/docs/x#y', '/', `?${text}`),
  'the path of a tool': (text) => findPage([], text, '/'),
  'a logged path': (text) => loggedPath(`http://x/${encodeURI(text.replace(/[\ud800-\udfff]/g, ''))}`),
  'a logged search': (text) => searchLogEntry({ query: text, total: 0, ms: 1 }, 0),
  'a stored text': redact,
  'a search': (text) => resultOrMessage(() => search.answer(readResultsQuery(new URLSearchParams({ q: text }), search.groups))),
  'a results page': (text) => {
    const address = readSearchAddress(new URLSearchParams({ q: text, group: text, page: text }), search.groups);
    const found = search.answer({ text: address.query, group: address.group, page: address.page });
    return resultsHtml(found, { address, searchUrl: '/search', feedbackUrl: null, translate });
  },
  'a query of the DocSearch protocol': (text) =>
    resultOrMessage(() => responder.answerAll(JSON.stringify({ requests: [{ indexName: 'docs', query: text }] }))),
  'parameters of the DocSearch protocol': (text) =>
    resultOrMessage(() =>
      responder.answerOne(JSON.stringify({ query: 'a', params: text, facetFilters: text, attributesToRetrieve: text }), 'docs'),
    ),
};

test.each(Object.entries(READERS))('%s', (_, read) => {
  const slow = HOSTILE_PIECES.flatMap((piece) => {
    const growth = growthBeyondLinear(read, piece, CHARACTERS);
    return growth === null ? [] : [`${JSON.stringify(piece)}: ${growth}`];
  });
  expect(slow).toEqual([]);
});

test('quadratic growth is detected', () => {
  const quadratic = (text: string): boolean => text.split('').every((_, index) => text.lastIndexOf('b', index) < 0);
  expect(growthBeyondLinear(quadratic, 'a', CHARACTERS / 4)).toMatch(/times the time/);
});
