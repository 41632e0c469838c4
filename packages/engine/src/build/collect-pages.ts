/** Collects the documentation pages of a doc set: those of files and of plugins, and the generated pages that list them. */
import { type DocsFolderConfig, docsFoldersOf } from '#config/doc-sets.ts';
import type { SiteConfig } from '#config/schema.ts';
import { createAuthorPages, createTagPages, type TagPages } from '#content/tags-and-authors.ts';
import type { DocSource } from '#content/document.ts';
import { withoutInvisible } from '#content/invisible-text.ts';
import { docsOfFolder, toSiteDoc } from '#content/load-docs.ts';
import { redirectOf } from '#content/redirects.ts';
import { categoryIndexes } from '#content/sidebar/categories.ts';
import type { ContentContribution } from '#plugin.ts';

import type { SharedAcrossSets } from './doc-sets.ts';

/** The data that all steps of opening a doc set share. */
export interface DocSetContext {
  config: SiteConfig;
  /** The main docs, and then the additional folders. */
  parts: readonly DocsPart[];
  /** Messages name files relative to this folder. */
  projectRoot: string;
  /** Translations of the interface and of the configuration, by the original text. */
  words: Readonly<Record<string, string>>;
  shared: SharedAcrossSets;
}

/** The main docs, or an additional folder of docs, such as a blog. */
interface DocsPart {
  /** Null: the main docs. */
  folder: DocsFolderConfig | null;
  /** The file with its sidebars. */
  file: SiteConfig['docs']['sidebar'];
  /** Its default sidebar. */
  name: SiteConfig['docs']['defaultSidebar'];
  root: string;
  /** The same folder in the default locale; absent: this is the default locale. */
  originalRoot?: string | undefined;
  basePath: string;
}

/** Returns the main docs, and then the additional folders, each with its own sidebars. */
export function docsPartsOf(config: SiteConfig, basePath: string): DocsPart[] {
  const { docs, docSet } = config;
  const originals = originalFoldersOf(config);
  const main = { folder: null, file: docs.sidebar, name: docs.defaultSidebar, root: docs.root, basePath };
  return [
    { ...main, originalRoot: docSet?.original?.docs.root },
    ...docsFoldersOf(config).map((folder) => ({
      ...folder,
      folder,
      file: folder.sidebar,
      name: folder.defaultSidebar,
      originalRoot: originals.find(({ name }) => name === folder.name)?.root,
    })),
  ];
}

/** Returns the additional folders of docs in the default locale; none if this is the default locale. */
export const originalFoldersOf = ({ docSet }: SiteConfig): DocsFolderConfig[] =>
  docSet?.original == null ? [] : docsFoldersOf(docSet.original);

/** The documentation pages of a doc set. */
export interface CollectedPages {
  all: readonly DocSource[];
  /** The first page of each route, and the others, which are not built. */
  unique: readonly DocSource[];
  duplicates: readonly DocSource[];
  /** Pages that only redirect to another one. They are not in `all`. */
  redirecting: readonly DocSource[];
  /** The tags of each folder of docs; undefined: the main one. */
  tags: ReadonlyMap<string | undefined, TagPages>;
}

/** Combines the pages of files, of plugins, and of listings. */
export async function collectPages(
  context: DocSetContext,
  loaded: readonly DocSource[],
  contributions: readonly ContentContribution[],
): Promise<CollectedPages> {
  const listed = [...loaded.filter((doc) => !isRedirect(doc)), ...contributions.flatMap(({ docs }) => docs.map(withVisibleNames))];
  const { indexes, tags } = await generateListings(context, listed);
  const all = [...listed, ...indexes];
  const unique = withoutDuplicates(all);
  const isUnique = new Set(unique);
  return { all, unique, duplicates: all.filter((doc) => !isUnique.has(doc)), redirecting: loaded.filter(isRedirect), tags };
}

/**
 * Generates the pages that list other pages: overviews of categories, and the pages of tags and of authors.
 * @param listed the pages that the listings show
 */
async function generateListings({ config, parts, projectRoot, words }: DocSetContext, listed: readonly DocSource[]) {
  const { docSet } = config;
  const indexes: DocSource[] = [];
  const tags = new Map<string | undefined, TagPages>();
  for (const { folder, name: _name, ...part } of parts) {
    const source = {
      ...part,
      docs: docsOfFolder(folder, listed),
      projectRoot,
      blogLocale: folder?.isBlog === true ? (docSet?.locale ?? config.i18n.defaultLocale) : undefined,
    };
    const tagged = createTagPages({ ...source, words });
    const roots = [source.root, ...(source.originalRoot === undefined ? [] : [source.originalRoot])];
    const authors = folder?.isBlog === true ? createAuthorPages({ ...source, roots, words }) : null;
    tags.set(folder?.name, {
      ...tagged,
      problems: [...tagged.problems, ...(authors?.problems ?? [])],
      withTags: (doc) => tagged.withTags(authors?.withAuthors(doc) ?? doc),
    });
    const made = [...(await categoryIndexes({ ...source, words })), ...tagged.pages, ...(authors?.pages ?? [])];
    for (const page of folder === null ? made : made.map((doc) => toSiteDoc(doc, folder, config.docs.root))) indexes.push(page);
  }
  return { indexes, tags };
}

const withVisibleNames = (doc: DocSource): DocSource => ({
  ...doc,
  title: withoutInvisible(doc.title),
  sidebarLabel: withoutInvisible(doc.sidebarLabel),
});

/** Whether a page only redirects to another one. */
const isRedirect = (doc: DocSource): boolean => redirectOf(doc) !== null;

/** Returns the first page of each route. */
function withoutDuplicates(docs: readonly DocSource[]): DocSource[] {
  const paths = new Set<string>();
  return docs.filter(({ path }) => !paths.has(path) && paths.add(path));
}
