import { Feed } from 'feed';
import sax from 'sax';
import { expect, test } from 'vitest';

import { forXml } from './blog-feeds.ts';

/** Returns the names of the elements of an XML document. */
function elementsOf(xml: string): string[] {
  const names: string[] = [];
  const fail = (error: Error): never => {
    throw error;
  };
  Object.assign(sax.parser(true), { onopentag: ({ name }: { name: string }) => void names.push(name), onerror: fail })
    .write(xml)
    .close();
  return names;
}

/** A feed with one post whose title, description, and content are the same. */
function feedWith(text: string): Feed {
  const feed = new Feed({ id: 'https://a.example/', title: 'A', copyright: '' });
  feed.addItem({ title: text, link: 'https://a.example/b', date: new Date(0), description: text, content: text });
  return feed;
}

test.each(['atom1', 'rss2'] as const)('a post cannot add elements to the XML of %s', (format) => {
  const hostile = 'a ]]> b ]]><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script><![CDATA[';
  const elements = elementsOf(forXml(feedWith(hostile))[format]());
  expect(elements).toEqual(elementsOf(feedWith('a')[format]()));
  expect(elements).toContain('title');
});
