import type { ReactNode } from 'react';
import type { SearchData, SearchField } from '#content/front-page-schemas.ts';
import { isExternal, withBase } from '#model/url.ts';

/** A link of a front page. It adds the base URL to routes, and marks links to other sites as external. */
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
  /** Route prefix of the search page; default: that of the site. */
  prefix?: string | undefined;
  field: SearchField;
  opensDialog: boolean;
  /** Further buttons. */
  children?: ReactNode;
}

/** A search form. It opens `{base}search?q=…`, or the search dialog if `opensDialog` is set and JavaScript is available. */
export function SearchForm({ baseUrl, prefix = '', field, opensDialog, children }: SearchFormProps) {
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
      {children}
    </form>
  );
}

/** The heading of a section and the sentence below it. The section refers to `id` with `aria-labelledby`. */
export function SectionHeading({ id, heading, text }: { id: string; heading: string; text?: string }) {
  return (
    <header className="front-heading">
      <h2 id={id}>{heading}</h2>
      {text !== undefined && <p>{text}</p>}
    </header>
  );
}

/** Cards with a link and a description of its target. */
export function DescribedLinks({ baseUrl, links }: { baseUrl: string; links: SearchData['links'] }) {
  return (
    <ul className="front-cards">
      {links.map(({ label, text, to }) => (
        <li key={label} className="front-card">
          <SiteLink baseUrl={baseUrl} to={to} className="front-card-link">
            {label}
          </SiteLink>
          {text !== undefined && <p>{text}</p>}
        </li>
      ))}
    </ul>
  );
}
