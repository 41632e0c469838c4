/** Reads the links of a navbar or a footer. */
import { text, withoutTags } from './values.ts';
import type { Entry } from './values.ts';

/** Returns the first 100 characters of a value as JSON on one line, for messages. */
export const shortSource = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/\\n|\s+/g, ' ')
    .replaceAll('`', "'")
    .slice(0, 100);

/** Names of sites to which links without a text often lead, by host. */
const SITES: Readonly<Record<string, string>> = {
  'bsky.app': 'Bluesky',
  'discord.com': 'Discord',
  'discord.gg': 'Discord',
  'github.com': 'GitHub',
  'gitlab.com': 'GitLab',
  'stackoverflow.com': 'Stack Overflow',
  'twitter.com': 'Twitter',
  'x.com': 'X',
  'youtube.com': 'YouTube',
};

/** Returns a label for a link without a text: the name of the site to which it leads, or its host; undefined for a page of this site. */
function siteOf(target: string | undefined): string | undefined {
  if (target === undefined || !/^https?:/.test(target) || !URL.canParse(target)) return undefined;
  const host = new URL(target).hostname.replace(/^www\./, '');
  return SITES[host] ?? host;
}

/** Converts an item of the navbar or the footer to a link; null if it has no target or label, such as plain HTML. */
export function linkOf(item: Entry): { label: string; to?: string; href?: string } | null {
  const html = text(item['html']);
  const inHtml = html === undefined ? undefined : /href=["']([^"']+)["']/.exec(html)?.[1];
  const label =
    text(item['label']) ??
    text(item['aria-label']) ??
    (html === undefined ? undefined : (text(withoutTags(html)) ?? text(/\balt=["']([^"']*)["']/.exec(html)?.[1]))) ??
    text(item['title']) ??
    siteOf(text(item['href']) ?? text(item['to']) ?? inHtml);
  const [to, href] = [text(item['to']), text(item['href']) ?? inHtml];
  if (label === undefined || label === '') return null;
  const address = href ?? (/^(?:https?:|mailto:|pathname:)/.test(to ?? '') ? to : undefined);
  if (address !== undefined) return { label, href: address.replace(/^pathname:\/\//, '') };
  return to === undefined ? null : { label, to: to.startsWith('/') || to.startsWith('#') ? to : `/${to}` };
}
