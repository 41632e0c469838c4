/** The front pages as the build sees them: rendered to inert HTML and never hydrated. */
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { pages } from 'virtual:pages';

import type { SiteData } from '#model/site.ts';

import * as notFound from './not-found.tsx';
import * as search from './search.tsx';

/** A page's module by kind, with the file that an author would edit. */
export type PageModules = Readonly<Record<string, { file: string; module: unknown }>>;

type FrontPageComponent = ComponentType<{ site: SiteData; data: unknown }>;

/** The pages that every site has. */
export const BUILT_IN: PageModules = {
  search: { file: 'search.tsx', module: search },
  'not-found': { file: 'not-found.tsx', module: notFound },
};

/**
 * HTML of a front page. `data` is the content of its YAML file, already validated against the schema of the page.
 * @throws Error that names the file when the page has no module or the module has no default export
 */
export function renderFrontPage(kind: string, site: SiteData, data: unknown, modules: PageModules = { ...BUILT_IN, ...pages }): string {
  return renderToStaticMarkup(createElement(pageComponent(kind, modules), { site, data }));
}

function pageComponent(kind: string, modules: PageModules): FrontPageComponent {
  const found = modules[kind];
  if (found === undefined) throw new Error(`The page "${kind}" has no component. Name its file as \`component\` in the list of pages.`);
  if (hasComponent(found.module)) return found.module.default;
  throw new Error(`${found.file} has no default export. A page module must export its component as default.`);
}

function hasComponent(module: unknown): module is { default: FrontPageComponent } {
  return typeof module === 'object' && module !== null && 'default' in module && typeof module.default === 'function';
}
