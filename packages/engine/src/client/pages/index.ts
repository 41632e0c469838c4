/// <reference types="vite/client" />
/** The front pages as the build sees them: found by file, rendered to inert HTML, never hydrated. */
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageKind } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';

export type FrontPageKind = Exclude<PageKind, 'doc'>;

/** Every module of this folder that is a page, by `./kind.tsx`. */
export const pageModules: Record<string, unknown> = import.meta.glob(['./*.tsx', '!./*.test.tsx'], { eager: true });

type FrontPageComponent = ComponentType<{ site: SiteData; data: unknown }>;

/**
 * HTML of a front page. `data` is what its YAML file holds, checked by `packages/engine/src/content/load/front-pages.ts`.
 * Throws when the page has no module, or its module no default export.
 */
export function renderFrontPage(kind: FrontPageKind, site: SiteData, data: unknown, modules = pageModules): string {
  return renderToStaticMarkup(createElement(pageComponent(kind, modules), { site, data }));
}

function pageComponent(kind: FrontPageKind, modules: Record<string, unknown>): FrontPageComponent {
  const file = `packages/engine/src/client/pages/${kind}.tsx`;
  const module = modules[`./${kind}.tsx`];
  if (module === undefined) throw new Error(`${file} is missing: it shows the page "${kind}"`);
  if (!hasComponent(module)) throw new Error(`${file} has no default export: a page module must export its component as default`);
  return module.default;
}

function hasComponent(module: unknown): module is { default: FrontPageComponent } {
  return typeof module === 'object' && module !== null && 'default' in module && typeof module.default === 'function';
}
