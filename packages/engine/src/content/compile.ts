import { withQuestions } from './questions.ts';
import { createHash } from 'node:crypto';

import type { Root } from 'hast';
import { markdownToHast } from 'satteri';

import type { Heading } from '#model/page.ts';

import type { CompiledPage, DocSource } from './document.ts';
import { markdownTwin } from './markdown-twin.ts';
import type { ReadInline } from './includes.ts';
import { prepare } from './prepare.ts';
import type { Prepared } from './prepare.ts';
import { reportTo, targetLines } from './source-lines.ts';
import { toHtml } from './html-writer.ts';
import { admonitions } from './admonitions.ts';
import { breakIdentifiers } from './break-identifiers.ts';
import { codeBlocks, codeGroups } from './code-blocks.ts';
import type { CompileServices, Transform, TransformContext } from './document.ts';
import { embeds } from './embeds.ts';
import { components } from './mapped-components.ts';
import { emoji } from './emoji.ts';
import { headings, inlineContents } from './headings.ts';
import { images } from './images.ts';
import { links } from './links.ts';
import { sanitizedHtml } from './sanitize.ts';
import { readSections } from './sections.ts';
import { isNestedTooDeeply, TOO_DEEP } from './source-limits.ts';
import { tables } from './gfm.ts';
import { math } from './math.ts';
import { mermaid } from './mermaid.ts';
import { tabs } from './tabs.ts';
import { taskLists } from './gfm.ts';
import { visitElements } from './html-tree.ts';

/** In this order: headings see the ids of authors, not those of tabs; links come before images, which may become links. */
const STEPS: readonly Transform[] = [
  components,
  math,
  emoji,
  codeGroups,
  headings,
  inlineContents,
  admonitions,
  tabs,
  links,
  images,
  tables,
  taskLists,
  mermaid,
  codeBlocks,
];

const FEATURES = { gfm: true, directive: false, headingAttributes: true, frontmatter: false } as const;
/** What may open a tag, a comment or anything else of HTML. */
const HTML = /<[a-z!/?]/i;

/** Compiles one page. It depends on no other page's body: what it needs of the site it asks of `services`. */
export async function compilePage(doc: DocSource, services: CompileServices, readInline: ReadInline): Promise<CompiledPage> {
  const prepared = prepare(doc.file, doc.body, doc.bodyLine, readInline, {
    components: services.components,
    frontMatter: doc.frontMatter,
    cards: doc.cards,
    math: services.math,
    fenceWords: services.fenceWords,
  });
  // To read HTML takes as long as everything else of the parse: half of the pages have none.
  const features = { ...FEATURES, rawHtml: HTML.test(prepared.markdown) };
  const parsed = markdownToHast(prepared.markdown, { features, position: false }) as Root;
  if (isNestedTooDeeply(parsed)) {
    prepared.problems.push({ file: doc.file, line: doc.bodyLine, message: TOO_DEEP, severity: 'error' });
    parsed.children = [];
  }
  const frameOrigins = embeds(parsed);
  const tree = sanitizedHtml(parsed);
  const context = createContext(doc, services, prepared);
  for (const step of STEPS) await step(tree, context);
  const anchors = idsOf(tree);
  const sections = withQuestions(readSections(tree, doc.title), doc, anchors, context.report);
  breakIdentifiers(tree);
  const html = Buffer.from(toHtml(tree));
  const markdown = Buffer.from(markdownTwin(doc, prepared.plain, context.rewritten));
  return {
    id: doc.id,
    source: doc.source,
    file: doc.file,
    path: doc.path,
    title: doc.title,
    description:
      doc.frontMatter.description?.trim() ||
      summaryOf(sections[0]?.text ?? '') ||
      summaryOf(sections.find((section) => section.text !== '')?.text ?? doc.title),
    keywords: doc.frontMatter.keywords ?? [],
    html,
    headings: contentsOf(sections, doc, services.contentsLevels),
    anchors,
    references: context.references,
    assets: context.assets,
    sections,
    words: sections.reduce((sum, section) => sum + countWords(section.heading) + countWords(section.text), 0),
    codeBlocks: context.codeBlocks,
    frameOrigins,
    examples: prepared.fences,
    markdown,
    digest: createHash('sha256').update(html).update(markdown).digest('base64url').slice(0, 22),
    problems: prepared.problems,
  };
}

function createContext(doc: DocSource, services: CompileServices, { fences, uses, problems }: Prepared): TransformContext {
  let lines: ReturnType<typeof targetLines> | null = null;
  return {
    doc,
    services,
    fences,
    uses,
    references: [],
    assets: [],
    codeBlocks: 0,
    sections: [],
    rewritten: new Map(),
    report: reportTo(problems, doc.file),
    lineOf(target, occurrence) {
      lines ??= targetLines(doc.body, doc.bodyLine);
      const found = lines(target);
      return found[occurrence] ?? found.at(-1) ?? doc.bodyLine;
    },
  };
}

function idsOf(tree: Root): Set<string> {
  const ids = new Set<string>();
  visitElements(tree, (node) => {
    for (const name of ['id', 'name']) {
      const value = node.properties[name];
      if (typeof value === 'string' && (name === 'id' || node.tagName === 'a')) ids.add(value);
    }
  });
  return ids;
}

function contentsOf(sections: CompiledPage['sections'], doc: DocSource, [least, most]: readonly [number, number]): Heading[] {
  if (doc.frontMatter.hide_table_of_contents === true) return [];
  const from = doc.frontMatter.toc_min_heading_level ?? least;
  const to = doc.frontMatter.toc_max_heading_level ?? most;
  return sections
    .filter((section) => section.anchor !== '' && section.level >= from && section.level <= to)
    .map(({ level, anchor, heading }) => ({ level: level as Heading['level'], id: anchor, text: heading }));
}

const countWords = (text: string): number => (text.match(/\S+/g) ?? []).length;

const SUMMARY_LENGTH = 158;

/** First sentence or so of a text, cut at a word: the description of a page that names none. */
function summaryOf(text: string): string {
  const first = text.split('\n').find((line) => line.split(' ').length > 4) ?? text.split('\n')[0] ?? '';
  if (first.length <= SUMMARY_LENGTH) return first;
  return `${first.slice(0, first.lastIndexOf(' ', SUMMARY_LENGTH))}…`;
}
