import type { ReactNode } from 'react';
import type { DescribedLink, SearchField } from '#content/load/front-page-schemas.ts';
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

export interface SearchFormProps {
  baseUrl: string;
  /** Route below which the search page lies; default the site's. */
  prefix?: string | undefined;
  field: SearchField;
  opensDialog: boolean;
}

/** Leads to `{base}search?q=…` without JavaScript; with it, `data-search` opens the search in place. */
export function SearchForm({ baseUrl, prefix = '', field, opensDialog }: SearchFormProps) {
  return (
    <form
      className="front-search"
      role="search"
      method="get"
      action={withBase(baseUrl, `${prefix}/search`)}
      {...(opensDialog && { 'data-search': '' })}
    >
      <label className="visually-hidden" htmlFor="front-search-query">
        {field.label}
      </label>
      <input id="front-search-query" type="search" name="q" placeholder={field.placeholder} autoComplete="off" required />
      <button type="submit" className="button button-primary">
        {field.button}
      </button>
    </form>
  );
}

/** Heading of a section with the sentence below it. `id` names the section for `aria-labelledby`. */
export function SectionHeading({ id, heading, text }: { id: string; heading: string; text?: string }) {
  return (
    <header className="front-heading">
      <h2 id={id}>{heading}</h2>
      {text !== undefined && <p>{text}</p>}
    </header>
  );
}

/** Cards that are links: a label and what waits behind it. */
export function DescribedLinks({ baseUrl, links }: { baseUrl: string; links: DescribedLink[] }) {
  return (
    <ul className="front-cards">
      {links.map(({ label, text, to }) => (
        <li key={label} className="front-card">
          <SiteLink baseUrl={baseUrl} to={to} className="front-card-link">
            {label}
          </SiteLink>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
