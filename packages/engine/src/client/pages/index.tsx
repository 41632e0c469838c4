/** Renders front pages to static HTML, which is never hydrated. */
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { pages } from 'virtual:pages';
import { slots } from 'virtual:slots';
import { messageOf } from '@quire/search/error-message';
import type { SiteData } from '#model/site.ts';
import type { NotFoundData, SearchData } from '#content/front-page-schemas.ts';
import { createTranslate } from '#model/interface-words.ts';
import { PAGE_TITLES, withBase } from '#model/url.ts';
import { SiteContext } from '../layout/site-context.tsx';
import { DescribedLinks, SearchForm, SiteLink } from './parts.tsx';

/** Modules of front pages by kind, with the file that an author would edit. */
export type PageModules = Readonly<Record<string, { file: string; module: unknown }>>;

type FrontPageComponent = ComponentType<{ site: SiteData; data: unknown }>;

/** The front pages that the engine provides. */
export const BUILT_IN: PageModules = {
  search: { file: 'index.tsx', module: { default: Search } },
  'not-found': { file: 'index.tsx', module: { default: NotFound } },
};

/**
 * Renders a front page to HTML. `data` is the content of its YAML file, already validated against the schema of the page.
 * @throws Error that names the file, if the page has no module, the module has no default export, or its component throws
 */
export function renderFrontPage(kind: string, site: SiteData, data: unknown, modules: PageModules = { ...BUILT_IN, ...pages }): string {
  const { file, component } = pageComponent(kind, modules);
  try {
    return renderToStaticMarkup(<SiteContext value={site}>{createElement(component, { site, data })}</SiteContext>);
  } catch (error) {
    throw new Error(`${file}: the page "${kind}" could not be rendered: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function pageComponent(kind: string, modules: PageModules): { file: string; component: FrontPageComponent } {
  const found = modules[kind];
  if (found === undefined) throw new Error(`The page "${kind}" has no component. Name its file as \`component\` in the list of pages.`);
  if (hasComponent(found.module)) return { file: found.file, component: found.module.default };
  throw new Error(`${found.file} has no default export. A page module must export its component as default.`);
}

function hasComponent(module: unknown): module is { default: FrontPageComponent } {
  return typeof module === 'object' && module !== null && 'default' in module && typeof module.default === 'function';
}

/** The search page. The server or the island fills in the results for the `q` query (packages/search/src/results-html.ts). */
function Search({ site, data }: { site: SiteData; data: SearchData }) {
  return (
    <div className="front-page">
      <header className="front-title">
        <h1>{data.heading}</h1>
        <p className="front-lede">{data.text}</p>
        <SearchForm baseUrl={site.baseUrl} prefix={site.docSet?.prefix} field={data.search} opensDialog={false}>
          {slots.map(({ SearchFormEnd }, index) => SearchFormEnd && <SearchFormEnd key={index} />)}
        </SearchForm>
      </header>
      <div className="front-results" data-island="search-results">
        <p className="search-count" role="status" />
        <div className="search-results" />
        <div className="search-introduction">
          <p className="needs-script">{data.start}</p>
          <noscript>
            <p>{data.withoutScript}</p>
          </noscript>
          <DescribedLinks baseUrl={site.baseUrl} links={data.links} />
        </div>
      </div>
    </div>
  );
}

/** The not-found page, which the server sends with status 404. */
function NotFound({ site, data }: { site: SiteData; data: NotFoundData }) {
  return (
    <div className="front-page">
      <header className="front-title">
        <p className="front-code" aria-hidden="true">
          404
        </p>
        <h1>{data.heading}</h1>
        <p className="front-lede">{data.text}</p>
        {site.search !== null && <SearchForm baseUrl={site.baseUrl} prefix={site.docSet?.prefix} field={data.search} opensDialog={false} />}
      </header>
      <section className="front-similar" aria-labelledby="similar" data-page-titles={withBase(site.baseUrl, PAGE_TITLES)} hidden>
        <h2 id="similar" data-only={createTranslate<string>(site)(data.onlySimilarHeading)}>
          {createTranslate<string>(site)(data.similarHeading)}
        </h2>
        <ul />
      </section>
      <section aria-labelledby="places">
        <h2 id="places">{data.linksHeading}</h2>
        <DescribedLinks baseUrl={site.baseUrl} links={data.links} />
        {site.links.chat !== null && (
          <p className="front-aside">
            {data.chat.text}{' '}
            <SiteLink baseUrl={site.baseUrl} to={site.links.chat}>
              {data.chat.label}
            </SiteLink>
          </p>
        )}
      </section>
    </div>
  );
}
