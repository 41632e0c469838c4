import type { ComponentProps } from 'react';

import { isExternal, withBase } from '#model/url.ts';

import { ExternalLink } from '../ui/external-link.tsx';
import { useSite } from './site-context.ts';

/** A link as the configuration writes it: a route of this site (the base URL is put in front) or a full address. */
export function SiteLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  const { baseUrl } = useSite();
  if (isExternal(href)) return <ExternalLink href={href} {...rest} />;
  return <a href={withBase(baseUrl, href)} {...rest} />;
}
