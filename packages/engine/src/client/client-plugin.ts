/** What a plugin's modules export for the browser (see `ClientParts` in plugin.ts). */
import type { ComponentType } from 'react';

import type { SiteData } from '#model/site.ts';

export interface ClientContext {
  site: SiteData;
  /** Goes to the page of a citation and highlights the cited passage. False: the browser should follow the link itself. */
  followCitation: (href: string) => boolean;
  /** What may be asked on the page that is shown. */
  questions: () => OfferedQuestions;
}

/** Questions with the addresses of their answers, base URL included. */
export interface OfferedQuestions {
  /** Those that the page answers. */
  page: { ask: string; href: string }[];
  /** Those that many readers have; without the page's own. */
  common: { ask: string; href: string }[];
}

/** What a plugin offers to other parts of the site. */
export interface ClientFeatures {
  /** Answers what a reader typed into the search. */
  ask?: { label: string; open: (query: string) => void };
}

/** The module named by `client.start`. */
export interface ClientModule {
  start(context: ClientContext): ClientFeatures | void;
}

/** The module named by `client.slots`. */
export interface SlotModule {
  /** Rendered in the navbar of every page, beside the search. */
  NavbarEnd?: ComponentType;
  /** Rendered at the end of every docs page. */
  DocEnd?: ComponentType<{ path: string }>;
  /** Rendered after the footer of every page. */
  AfterFooter?: ComponentType;
}
