/** The types of the content pipeline: a Markdown file as loaded, and the page compiled from it. */
import type { Section } from '@quire/search';
import type { Root } from 'hast';

import type { Heading, LastUpdate } from '#model/page.ts';
import type { Problem, Severity } from '#model/problem.ts';

import type { MagicComment } from './code-blocks.ts';
import type { Card } from './components/built-in-components.ts';
import type { ComponentMap, ComponentUse } from './components/render-components.ts';
import type { DownloadImage } from './remote-images.ts';
import type { DrawDiagram } from './mermaid.ts';
import type { PublishDrawing } from './drawings.ts';
import type { FrontMatter } from './front-matter.ts';
import type { LineMarks } from './highlighter.ts';
import type { PhrasingsOfPage } from './questions.ts';
import type { Report } from './source-lines.ts';

/** A Markdown file that becomes a page, before its body is compiled. */
export interface DocSource {
  /** Names the page in the sidebar and in citations of the assistant: the path without extension. */
  id: string;
  /** Path relative to the docs root, with `/`. */
  source: string;
  /** Path relative to the project, as problems name the file. */
  file: string;
  absolute: string;
  /** Route without base URL. */
  path: string;
  title: string;
  sidebarLabel: string;
  sidebarPosition: number | null;
  /** Whether the page is a generated overview of a category; absent: no. */
  isOverview?: boolean;
  frontMatter: FrontMatter;
  /** The Markdown after the front matter. */
  body: string;
  /** 1-based line on which the body starts. */
  bodyLine: number;
  lastUpdate: LastUpdate | null;
  /** SVG drawings of generated pages, by the image target as written. They exist in memory only. */
  drawings?: Readonly<Record<string, string>>;
  /** Its phrasings, of each file that has some; absent: none. */
  phrasings?: readonly PhrasingsOfPage[];
  /** The cards of its `<DocCardList>`: the pages around it in the sidebar. */
  cards?: readonly Card[];
  /** The additional docs folder that contains the page, and the path of the file in it; absent: the main docs. */
  folder?: { name: string; source: string };
  /** Whether this is the page of the default locale, shown because there is no translation. */
  isUntranslated?: true;
}

/** A fenced code block as its author wrote it. */
export interface Example {
  /** In lower case. */
  language: string;
  /** The language as written, which is the label of a tab; absent: as in `language`. */
  languageLabel?: string;
  /** Everything after the language: `title="recipe.yml" partial`. */
  meta: string;
  /** The code without the indentation of its fence, with included files. */
  code: string;
  /** 1-based line of the opening fence in the author's file. */
  line: number;
}

/** A link to a page of this site. Its anchor is checked once all pages are compiled. */
export interface Reference {
  /** As written. */
  target: string;
  /** Route of a page of this site. */
  path: string;
  /** Decoded fragment without `#`; null without one. */
  anchor: string | null;
  /** Where the link is, if it is in an included file; absent: on the page itself. */
  included?: { file: string; line: number };
}

/** A file of the content tree that a page shows or links to. The build copies it to the output. */
export interface Asset {
  absolute: string;
  /** Address in the output, without base URL: `/assets/files/recipe-1a2b3c4d.yml`. */
  path: string;
}

/** The result of resolving a link target. */
export type ResolvedTarget =
  /** `query` is '' or starts with `?`; `anchor` is decoded and without `#`. */
  | { kind: 'page'; path: string; query: string; anchor: string | null }
  /** `rest` is the query and the fragment as written. */
  | { kind: 'file'; asset: Asset; rest: string }
  /** A file that the build generates, by its route without base URL. */
  | { kind: 'generated'; path: string; rest: string }
  | { kind: 'external'; url: string }
  /** The configuration lists the target as missing (`knownMissing`), so the link is shown as text. */
  | { kind: 'known-missing' }
  | { kind: 'broken'; message: string };

/** A processed image. Its addresses include the base URL. */
export interface ImageSource {
  src: string;
  srcset: string | null;
  sizes: string | null;
  /** Pixels. */
  width: number;
  height: number;
  /** The same picture in smaller formats, the most compact first. */
  alternatives: { type: string; srcset: string }[];
  assets: Asset[];
}

/** A page after its body is compiled. */
export interface CompiledPage {
  id: string;
  source: string;
  file: string;
  path: string;
  title: string;
  description: string;
  keywords: readonly string[];
  /** A sentence that applies to all sections, from a component with `pageNote`; '' if there is none. */
  note: string;
  /**
   * Inner HTML of the page's main column, with its h1. UTF-8 bytes, because a concatenated string takes four times the
   * memory.
   */
  html: Uint8Array;
  headings: Heading[];
  /** Every id in the page, in document order. */
  anchors: ReadonlySet<string>;
  references: Reference[];
  assets: Asset[];
  sections: Section[];
  /** Number of words in headings and text, without code. */
  words: number;
  /** Number of code blocks. */
  codeBlocks: number;
  /** Origins of frames that the page loads when the reader clicks their link. */
  frameOrigins: readonly string[];
  examples: Example[];
  /** The page as Markdown, title first; bytes in UTF-8. */
  markdown: Uint8Array;
  /** SHA-256 of the HTML and the Markdown, base64url, cut to 22 characters. */
  digest: string;
  problems: Problem[];
}

/** A compiled page without its text. A build keeps only the outlines of all pages in memory, so that its memory does not grow with the text. */
export interface PageOutline extends Omit<CompiledPage, 'html' | 'markdown' | 'examples' | 'sections'> {
  sections: Pick<Section, 'anchor' | 'heading' | 'level'>[];
}

export function outlineOf({ html: _html, markdown: _markdown, examples: _examples, sections, ...outline }: CompiledPage): PageOutline {
  return { ...outline, sections: sections.map(({ anchor, heading, level }) => ({ anchor, heading, level })) };
}

/**
 * Counts a file that becomes part of a page. Returns whether the pages of the site may still repeat it.
 * @param absolute path of the file @param characters number of those that it adds
 */
export type CountRepeated = (absolute: string, characters: number) => boolean;

/** The services of the site that compiling a page needs. */
export interface CompileServices {
  /** Resolves a link target of this page. */
  resolveTarget(target: string): ResolvedTarget;
  /** Counts the drawings that become part of the page; absent: they are not limited. */
  countRepeated?: CountRepeated;
  /** Publishes the content of an SVG file. */
  publishDrawing: PublishDrawing;
  /** Returns the files and sizes of an image, or an error message for the author. */
  image(absolute: string): Promise<ImageSource | { error: string }>;
  /** Downloads a picture of another host; absent: pages link to such pictures. */
  downloadImage?: DownloadImage;
  /** Draws a Mermaid diagram; absent: diagrams are shown as their source. */
  drawDiagram?: DrawDiagram;
  /** Returns code as HTML with `tk-*` classes. */
  highlight(code: string, language: string, marks: LineMarks): Promise<string>;
  baseUrl: string;
  /** Severity of broken links to routes and to Markdown files (`onBrokenLinks`, `onBrokenMarkdownLinks`). */
  brokenLinks: { routes: Severity; files: Severity };
  /** Levels of the first and the last kind of heading in the table of contents, such as [2, 3]. */
  tocLevels: readonly [number, number];
  /** The mapping of the content's components to HTML. */
  components: ComponentMap;
  /** Whether `$…$` is a formula; absent: no. */
  math?: boolean;
  /** Comments that highlight lines of code blocks, in addition to the built-in ones; absent: none. */
  magicComments?: readonly MagicComment[];
  /** The format of files whose front matter names none; absent: that of their extension. */
  format?: 'detect' | 'mdx';
  /** The rule for the ids of headings; absent: that of GitHub. */
  headingIds?: 'github' | 'vitepress';
  /** Names of admonitions in addition to the built-in ones; absent: none. */
  admonitions?: readonly string[];
  /** Words in the opening line of a fence that plugins read; absent: none. */
  fenceWords?: ReadonlySet<string>;
  /** Translations of the texts that the engine adds to the page, by the English text; absent in English. */
  words?: Readonly<Record<string, string>>;
}

/** The data that the transforms of a page read and collect. */
export interface TransformContext {
  doc: DocSource;
  services: CompileServices;
  fences: Example[];
  uses: ComponentUse[];
  references: Reference[];
  assets: Asset[];
  /** Number of code blocks. */
  codeBlocks: number;
  sections: Section[];
  /** Link targets as written → address on the site, for the Markdown twin. */
  rewritten: Map<string, string>;
  report: Report;
  /**
   * Returns the 1-based line in the author's file on which a link target is used for the n-th time. Slow: call it only to report a problem.
   * @param occurrence 0-based
   */
  lineOf(target: string, occurrence: number): number;
  /** Returns the place of the same use if it is in a file that the page includes; null if it is on the page itself. */
  includedPlaceOf(target: string, occurrence: number): { file: string; line: number } | null;
}

/** One step of compiling a page: changes the tree in place. */
export type Transform = (tree: Root, context: TransformContext) => void | Promise<void>;
