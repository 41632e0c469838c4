import { defined, entry, list, text } from './values.ts';
import type { Entry, Note } from './values.ts';

const TYPES = ['atom', 'rss'];

/** Returns the feeds of a Docusaurus blog as a key of its folder; undefined: it has none. Docusaurus has both if nothing is set. */
export function readFeed(feedOptions: unknown, notes: Note[]): Entry | undefined {
  const { type = TYPES, title, description, copyright, limit, createFeedItems, language } = entry(feedOptions);
  const wanted = type === 'all' ? [...TYPES, 'json'] : typeof type === 'string' ? [type] : list(type);
  const types = TYPES.filter((one) => wanted.includes(one));
  if (wanted.includes('json'))
    notes.push({ kind: 'left out', text: 'the JSON feed of the blog: it has the feeds `atom.xml` and `rss.xml`' });
  if (createFeedItems !== undefined)
    notes.push({ kind: 'left out', text: '`createFeedItems`, which is a function: a feed has the newest posts' });
  if (types.length === 0) return undefined;
  return defined({
    types: types.length === TYPES.length ? undefined : types,
    ...{ title: text(title), description: text(description), copyright: text(copyright), language: text(language) },
    limit: limit === null || limit === false ? null : typeof limit === 'number' && limit >= 1 ? limit : undefined,
  });
}
