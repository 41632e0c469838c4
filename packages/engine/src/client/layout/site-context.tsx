import { type ComponentProps, createContext, use } from 'react';
import { type Say, wordsOf } from '#model/interface-words.ts';
import type { SiteData } from '#model/site.ts';
import { isExternal, withBase } from '#model/url.ts';
import { ExternalLink } from '../ui/controls.tsx';

/** What the configuration says of the site, for every part of the shell. */
export const SiteContext = createContext<SiteData | null>(null);

/** The site's data. Throws outside of `<App>`: a part of the shell cannot stand alone. */
export function useSite(): SiteData {
  const site = use(SiteContext);
  if (site === null) throw new Error('useSite was called outside of <App>: wrap the part in <SiteContext value={site}>.');
  return site;
}

/** Says words in the language of the site. */
export const useWords = (): Say => wordsOf(useSite());

/** A link as the configuration writes it: a route of this site (the base URL is put in front) or a full address. */
export function SiteLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  const { baseUrl } = useSite();
  if (isExternal(href)) return <ExternalLink href={href} {...rest} />;
  return <a href={withBase(baseUrl, href)} {...rest} />;
}
