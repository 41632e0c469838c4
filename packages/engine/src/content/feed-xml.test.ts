import { Feed } from 'feed';
import sax from 'sax';
import { expect, test } from 'vitest';

import { forXml } from './feed-xml.ts';

/** Returns the names of the elements of an XML document. */
function elementsOf(xml: string): string[] {
  return textsOf(xml).map(([name]) => name);
}

/** Returns the elements of an XML document, each with its own text. */
function textsOf(xml: string): [name: string, text: string][] {
  const found: [string, string][] = [];
  const add = (text: string): void => {
    const last = found.at(-1);
    if (last !== undefined) last[1] += text;
  };
  const fail = (error: Error): never => {
    throw error;
  };
  Object.assign(sax.parser(true), {
    onopentag: ({ name }: { name: string }) => void found.push([name, '']),
    ontext: add,
    oncdata: add,
    onerror: fail,
  })
    .write(xml)
    .close();
  return found.map(([name, text]) => [name, text.trim()]);
}

/** A feed with one post whose title, description, content, and author are the same. */
function feedWith(text: string): Feed {
  const feed = new Feed({ id: 'https://a.example/', title: 'A', copyright: '' });
  const author = [{ name: text, email: text, link: `https://a.example/?${text}` }];
  feed.addItem({ title: text, link: 'https://a.example/b', date: new Date(0), description: text, content: text, author });
  return feed;
}

test.each(['atom1', 'rss2'] as const)('a post cannot add elements to the XML of %s', (format) => {
  const hostile = 'a ]]> b ]]><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script><![CDATA[';
  const elements = elementsOf(forXml(feedWith(hostile), [])[format]());
  expect(elements).toEqual(elementsOf(feedWith('a')[format]()));
  expect(elements).toContain('title');
});

test('texts that a format reads as HTML are escaped, so that a title with a tag shows the tag', () => {
  const feed = feedWith('Use <img src=x> & more');
  const shown = (xml: string, names: readonly string[]) =>
    textsOf(xml).filter(([name, text]) => names.includes(name) && text.includes('img'));
  const escaped = 'Use &lt;img src=x&gt; &amp; more';
  expect(shown(forXml(feed, ['title', 'description']).atom1(), ['title', 'summary'])).toEqual([
    ['title', escaped],
    ['summary', escaped],
  ]);
  expect(shown(forXml(feed, ['description']).rss2(), ['title', 'description'])).toEqual([
    ['title', 'Use <img src=x> & more'],
    ['description', escaped],
  ]);
});

test.each(['atom1', 'rss2'] as const)('characters that XML does not allow do not break %s', (format) => {
  // oxlint-disable-next-line no-control-regex
  expect(forXml(feedWith('a\u0001\u000B\uFFFE\uD800b'), ['title'])[format]()).not.toMatch(/[\0-\x08\x0B\x0C\uFFFE\uD800]/);
});
