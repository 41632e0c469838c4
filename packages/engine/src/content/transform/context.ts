/** What the transforms of a page work with. Each is a function `(tree, context) => void`, one idea a file, run in the order of `transform.ts`. */
import type { Root } from 'hast';

import type { Section } from '#model/page.ts';

import type { Asset, DocSource, ImageSource, Reference, ResolvedTarget } from '../document.ts';
import type { Fence, Report } from '../prepare/line.ts';
import type { Severity } from '../severity.ts';

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
  fences: Fence[];
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
