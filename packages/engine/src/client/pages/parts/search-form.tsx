import type { SearchField } from '#content/load/front-page-schemas.ts';
import { withBase } from '#model/url.ts';

/** Leads to `{base}search?q=…` without JavaScript; with it, `data-search` opens the search in place. */
export function SearchForm({ baseUrl, field, opensDialog }: { baseUrl: string; field: SearchField; opensDialog: boolean }) {
  return (
    <form
      className="front-search"
      role="search"
      method="get"
      action={withBase(baseUrl, '/search')}
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
