import type { ReactNode } from 'react';
import { isExternal, withBase } from '#model/url.ts';

/** A link of a front page: routes get the base URL, other sites the mark of an external link. */
export function SiteLink({ baseUrl, to, className, children }: { baseUrl: string; to: string; className?: string; children: ReactNode }) {
  if (!isExternal(to)) {
    return (
      <a className={className} href={withBase(baseUrl, to)}>
        {children}
      </a>
    );
  }
  return (
    <a className={className === undefined ? 'external' : `${className} external`} href={to} rel="noopener">
      {children}
    </a>
  );
}
