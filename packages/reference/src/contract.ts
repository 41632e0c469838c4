/** What the parts of this room agree on: a part reads its corner of `catalog/` and makes pages of what it read (D11). */
import type { Problem } from '@quire/engine/model/problem.ts';

/** A page made from the catalogue. The build reads it like a Markdown file that an author wrote. */
export interface GeneratedPage {
  /** Path below the docs' root in lower case, without extension: `generated/ingestion/sources/snowflake`. */
  id: string;
  /**
   * Path below the docs' root as links of other pages name it: `graphql/inputObjects.md`. Links inside `markdown` are
   * relative to it, as in a written page.
   */
  source: string;
  /** Route without base URL: `/docs/graphql/inputObjects`. */
  path: string;
  title: string;
  sidebarLabel: string;
  /** Place among the pages of its folder where the sidebar takes them all; null: by label. */
  sidebarPosition: number | null;
  /** One sentence of 50 to 160 characters, for search results. */
  description: string;
  /** Words that a reader would search by and the text does not hold. */
  keywords: readonly string[];
  /** Body in the site's own dialect, from `##` on; what comes out of the catalogue is escaped by `markdown/escape.ts`. */
  markdown: string;
  /** The catalogue's file that an author would edit, relative to the project: problems name it. */
  file: string;
  /** SVG drawings of this page by target as written: `![What it tells](./parts.svg)` alone in its paragraph puts `./parts.svg` there. */
  drawings?: Readonly<Record<string, string>>;
}

/** Where a part reads, and how it names what it read. */
export interface CatalogueLocation {
  /** Absolute path of `catalog/`. */
  dir: string;
  /** Absolute folder that problems are told relative to. */
  projectRoot: string;
}

/** What a generator may know of the rest of the site. */
export interface GenerateContext {
  /** The docs' route: `/docs`. */
  basePath: string;
  /** Whether a written page has this path below the docs' root (`quick-ingestion-guides/snowflake/overview.md`). */
  hasDoc(source: string): boolean;
}

/** What reading gave: the problems of files that could not be used; what could be used is in `catalogue`. */
export interface ReadCatalogue<T> {
  catalogue: T;
  problems: Problem[];
}

/** Pages of a catalogue; never throws for content, since `read` has refused what is wrong. */
export type Generator<T> = (catalogue: T, context: GenerateContext) => GeneratedPage[];

/** One part of the reference: sources, entities, GraphQL. Each folder's `index.ts` exports one. */
export interface ReferencePart<T> {
  /** Reads and checks files; throws only for what is no fault of an author (a disk that fails). */
  read(location: CatalogueLocation): Promise<ReadCatalogue<T>>;
  generate: Generator<T>;
}
