/** What the content room works on: a Markdown file as loaded, and the page compiled from it. */
import type { Heading, LastUpdate, Section } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';

import type { FrontMatter } from './load/front-matter.ts';

/** A Markdown file that becomes a page: everything that is known before its body is compiled. */
export interface DocSource {
  /** Name in the sidebar and in the assistant's references: the path without extension. */
  id: string;
  /** Path relative to the docs root, with `/`. */
  source: string;
  /** Path as an author knows it, relative to the project: the `file` of problems. */
  file: string;
  absolute: string;
  /** Route without base URL. */
  path: string;
  title: string;
  sidebarLabel: string;
  sidebarPosition: number | null;
  frontMatter: FrontMatter;
  /** The Markdown after the front matter. */
  body: string;
  /** 1-based line on which the body starts. */
  bodyLine: number;
  lastUpdate: LastUpdate | null;
  /** SVG files that exist only in memory, by the target of an image as written: drawings of generated pages. */
  drawings?: Readonly<Record<string, string>>;
}

/** A fenced code block of a page, as its author wrote it: what the checks of examples read. */
export interface Example {
  language: string;
  /** Everything after the language: `title="recipe.yml" partial`. */
  meta: string;
  /** The code without its indentation; included files are in it. */
  code: string;
  /** 1-based line of the opening fence in the author's file. */
  line: number;
}

/** A target that the page names; resolved ones are checked against all pages once they are compiled. */
export interface Reference {
  /** As written. */
  target: string;
  /** Route of a page of this site. */
  path: string;
  /** Fragment without `#`, decoded; null where there is none. */
  anchor: string | null;
}

/** A file of the content tree that a page shows or links to, to be copied to the output. */
export interface Asset {
  absolute: string;
  /** Address in the output, without base URL: `/assets/files/recipe-1a2b3c4d.yml`. */
  path: string;
}

/** Where a link target leads, as the site's own map of pages and files says. */
export type ResolvedTarget =
  | { kind: 'page'; path: string; anchor: string | null }
  | { kind: 'file'; asset: Asset }
  /** A file that the build generates, by its route without base URL. */
  | { kind: 'generated'; path: string }
  | { kind: 'external'; url: string }
  /** Known to be missing from the tree: shown as text. */
  | { kind: 'inert' }
  | { kind: 'broken'; message: string };

/** An image as the image pipeline made it: addresses without base URL already applied. */
export interface ImageSource {
  src: string;
  srcset: string | null;
  sizes: string | null;
  width: number;
  height: number;
  assets: Asset[];
}

export interface CompiledPage {
  id: string;
  source: string;
  file: string;
  path: string;
  title: string;
  description: string;
  keywords: readonly string[];
  /**
   * Inner HTML of the page's main column, with its h1. As bytes in UTF-8: strings that grew by concatenation take four
   * times the room.
   */
  html: Uint8Array;
  headings: Heading[];
  /** Every id in the page. */
  anchors: ReadonlySet<string>;
  references: Reference[];
  assets: Asset[];
  sections: Section[];
  words: number;
  codeBlocks: number;
  examples: Example[];
  /** The page as Markdown, title first; bytes in UTF-8. */
  markdown: Uint8Array;
  /** Stands for the HTML and the Markdown: the same where both are. */
  digest: string;
  problems: Problem[];
}

/** A page without its text: what a build holds of all pages, so that its memory does not grow with their text. */
export interface PageOutline extends Omit<CompiledPage, 'html' | 'markdown' | 'examples' | 'sections'> {
  sections: Pick<Section, 'anchor' | 'heading' | 'level'>[];
}
