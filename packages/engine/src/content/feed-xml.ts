/** Prepares feeds for the library that writes them. */
import { Feed } from 'feed';

import { escapeHtml } from '@quire/search';

/** Characters that an XML document cannot contain, not even escaped (XML 1.0, 2.2). */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/**
 * Returns a feed that the library can write as XML. Its posts have no `]]>`, with which a post could add elements: a browser runs the scripts of an
 * XML file. The library writes HTML in sections that `]]>` ends, and escapes only the first one in each.
 * @param asHtml texts that the format reads as HTML: the title and the summary of an Atom feed, and the description of an RSS feed
 */
export function forXml({ options, items }: Feed, asHtml: readonly ('title' | 'description')[]): Feed {
  const plain = (text: string): string => text.replace(NOT_IN_XML, '');
  const section = (text: string): string => plain(text).replaceAll(']]>', ']]&gt;');
  const written = (name: 'title' | 'description', text: string): string => section(asHtml.includes(name) ? escapeHtml(text) : text);
  return Object.assign(new Feed(options), {
    items: items.map(({ title, description, content, author, ...item }) => ({
      ...item,
      title: written('title', title),
      ...(description !== undefined && { description: written('description', description) }),
      ...(content !== undefined && { content: section(content) }),
      ...(author !== undefined && {
        author: author.map(({ name = '', email, ...more }) => ({
          ...more,
          name: plain(name),
          ...(email !== undefined && { email: plain(email) }),
        })),
      }),
    })),
  });
}
