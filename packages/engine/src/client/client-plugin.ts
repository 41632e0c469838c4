/** The interface of a plugin's browser modules (see `ClientParts` in plugin.ts). */
import type { ComponentType } from 'react';

import type { SiteData } from '#model/site.ts';

export interface ClientContext {
  site: SiteData;
  /** Navigates to the page of a citation and highlights the cited passage. Returns false if the browser should follow the link itself. */
  followCitation: (href: string) => boolean;
  /** Returns the questions to suggest on the current page. */
  questions: () => SuggestedQuestions;
}

/** Questions with the addresses of their answers, including the base URL. */
export interface SuggestedQuestions {
  /** Questions that the page answers. */
  page: { ask: string; href: string }[];
  /** Frequent questions of the site, without those of the page. */
  common: { ask: string; href: string }[];
}

/** Features that a plugin provides to other parts of the site. */
export interface ClientFeatures {
  /** Opens the assistant with the text of the search. */
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
  /** Rendered at the end of the form of the search page. */
  SearchFormEnd?: ComponentType;
  /** Rendered at the end of every docs page. */
  DocEnd?: ComponentType<{ path: string }>;
  /** Rendered after the footer of every page. */
  AfterFooter?: ComponentType;
}
