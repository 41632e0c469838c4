/** What the content room works on: a Markdown file as loaded, and the page compiled from it. */
import type { Root } from 'hast';

import type { Heading, LastUpdate, Section } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';

import type { FrontMatter } from './front-matter.ts';
import type { Severity } from '../model/problem.ts';
import type { Report } from './source-lines.ts';

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

export function outlineOf({ html: _html, markdown: _markdown, examples: _examples, sections, ...outline }: CompiledPage): PageOutline {
  return { ...outline, sections: sections.map(({ anchor, heading, level }) => ({ anchor, heading, level })) };
}

/** What a page's compile may ask of the rest of the site. */
export interface CompileServices {
  /** Where a link target of this page leads. */
  resolveTarget(target: string): ResolvedTarget;
  /** The files and sizes of an image; an error is a sentence for the author. */
  image(absolute: string): Promise<ImageSource | { error: string }>;
  /** Highlighted code as HTML: spans with `tk-*` classes. */
  highlight(code: string, language: string, highlighted: ReadonlySet<number>): Promise<string>;
  baseUrl: string;
  /** What a link that leads nowhere is: an error, a warning, or nothing to speak of (`onBrokenLinks`, `onBrokenMarkdownLinks`). */
  brokenLinks: { routes: Severity; files: Severity };
  /** Levels of headings that the contents list shows, e.g. [2, 3]. */
  contentsLevels: readonly [number, number];
}

export interface TransformContext {
  doc: DocSource;
  services: CompileServices;
  fences: Example[];
  /** Found on the way. */
  references: Reference[];
  assets: Asset[];
  codeBlocks: number;
  sections: Section[];
  /** Targets as written → address in the output, for the Markdown twin. */
  rewritten: Map<string, string>;
  report: Report;
  /** 1-based line of the n-th (0-based) use of a target in the author's file; searched only when something is wrong with it. */
  lineOf(target: string, occurrence: number): number;
}

export type Transform = (tree: Root, context: TransformContext) => void | Promise<void>;
