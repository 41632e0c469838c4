import { type ComponentProps, createContext, use } from 'react';
import { type Translate, createTranslate } from '#model/interface-words.ts';
import type { SiteData } from '#model/site.ts';
import { isExternal, withBase } from '#model/url.ts';
import { ExternalLink } from '../ui/controls.tsx';

/** Provides the data of the site to the components of the shell. */
export const SiteContext = createContext<SiteData | null>(null);

/** Returns the site's data. @throws Error outside of `SiteContext` */
export function useSite(): SiteData {
  const site = use(SiteContext);
  if (site === null) throw new Error('useSite was called outside of <App>: wrap the component in <SiteContext value={site}>.');
  return site;
}

/** Returns the function that translates texts to the language of the site. */
export const useTranslate = (): Translate => createTranslate(useSite());

/** A link to a configured target: a route of this site, to which the base URL is added, or a full address. */
export function ConfiguredLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  const site = useSite();
  if (isExternal(href)) return <ExternalLink href={href} note={createTranslate(site)('(opens in a new tab)')} {...rest} />;
  return <a href={withBase(site.baseUrl, href)} {...rest} />;
}
