import { defined, entry, list, text } from './values.ts';
import type { Entry, Note } from './values.ts';

/** Types of feeds. The default of Docusaurus is the first two. */
const TYPES = ['atom', 'rss', 'json'];
const isDefault = (types: readonly string[]): boolean => types.join(' ') === 'atom rss';

/** Returns `feed` of a folder for a Docusaurus blog; undefined if it has no feeds. */
export function readFeed(feedOptions: unknown, notes: Note[]): Entry | undefined {
  const { type = TYPES.slice(0, 2), title, description, copyright, limit, createFeedItems, language } = entry(feedOptions);
  const wanted = type === 'all' ? TYPES : typeof type === 'string' ? [type] : list(type);
  const types = TYPES.filter((one) => wanted.includes(one));
  if (createFeedItems !== undefined)
    notes.push({ kind: 'left out', text: '`createFeedItems`, which is a function: a feed has the newest posts' });
  if (types.length === 0) return undefined;
  return defined({
    types: isDefault(types) ? undefined : types,
    ...{ title: text(title), description: text(description), copyright: text(copyright), language: text(language) },
    limit: limit === null || limit === false ? null : typeof limit === 'number' && limit >= 1 ? limit : undefined,
  });
}
