import { createHash } from 'node:crypto';

import type { Root } from 'hast';
import { markdownToHast } from 'satteri';

import type { Heading } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';

import { admonitions, readDirectives } from './admonitions.ts';
import { breakIdentifiers } from './break-identifiers.ts';
import { codeBlocks, codeGroups, numberFences } from './code-blocks.ts';
import { readCodeSources } from './code-sources.ts';
import type { Card } from './components/built-in-components.ts';
import { readComponentTags } from './components/component-tags.ts';
import { components, pageNote } from './components/render-components.ts';
import type { ComponentMap, ComponentUse } from './components/render-components.ts';
import { isBuiltIn } from './components/replace-tag.ts';
import type { CompiledPage, CompileServices, DocSource, Example, Transform, TransformContext } from './document.ts';
import { embeds } from './embeds.ts';
import { shorten } from './excerpts.ts';
import { emoji, jumpLists, reportFootnotes, reportSurplusCells, tables, taskLists } from './gfm.ts';
import { headings, inlineTablesOfContents } from './headings.ts';
import { removeCodeIndentation, separateHtml, unwrapParagraphs } from './html-blocks.ts';
import { toHtml, visitElements } from './html-tree.ts';
import { images } from './images.ts';
import { dataConstants, includeImportedFiles, includeInlineFiles } from './includes.ts';
import type { ReadInclude } from './includes.ts';
import { canHideText, removeInvisible, withoutHiddenText, withoutInvisible, withoutInvisibleIn } from './invisible-text.ts';
import { expandElements } from './jsx-elements.ts';
import { chooseBranches, expandLists } from './jsx-expressions.ts';
import { links, searchTargets, targetLines } from './links.ts';
import { math, mathAsCode, mathAsText, reportMath } from './math.ts';
import { dedentComponents, knownValue, limitedScope, MAX_VALUE_CHARACTERS, readModules, removeComments } from './mdx.ts';
import { mermaid } from './mermaid.ts';
import { cutLongParagraphs, isNestedTooDeeply, limitExpansion, limitOpenElements, TOO_DEEP } from './parser-limits.ts';
import { withQuestions } from './questions.ts';
import { escapePlaceholders, sanitizedHtml } from './sanitize.ts';
import { readSections } from './sections.ts';
import { createIncludes, outsideCode, readLines, reportTo } from './source-lines.ts';
import type { Includes, Line } from './source-lines.ts';
import { tabs } from './tabs.ts';

/** In running order: headings come before tabs, whose generated ids must not count as ids of the author; links come before images, which may become links. */
const STEPS: readonly Transform[] = [
  components,
  math,
  emoji,
  codeGroups,
  headings,
  inlineTablesOfContents,
  admonitions,
  tabs,
  links,
  images,
  tables,
  jumpLists,
  taskLists,
  mermaid,
  codeBlocks,
];

const FEATURES = { gfm: true, directive: false, headingAttributes: true, frontmatter: false } as const;
/** The start of an HTML tag, comment, or declaration. */
const HTML = /<[a-z!/?]/i;

/** Compiles one page. The result does not depend on the bodies of other pages: `services` provides everything that the page needs from the site. */
export async function compilePage(given: DocSource, services: CompileServices, readInclude: ReadInclude): Promise<CompiledPage> {
  const hidden: Problem[] = [];
  // Invisible characters were removed from the files of authors when these were loaded, but not from pages that plugins generate.
  const body = withoutInvisibleIn(given.file, given.body, given.bodyLine, hidden);
  const doc = { ...given, body, title: withoutInvisible(given.title) };
  const prepared = prepare(doc.file, doc.body, doc.bodyLine, visibleIncludes(readInclude, hidden), {
    components: services.components,
    frontMatter: doc.frontMatter,
    cards: doc.cards,
    math: services.math,
    format: services.format,
    fenceWords: services.fenceWords,
    admonitions: services.admonitions,
  });
  // Parsing HTML takes half of the parser's time, so skip it for pages without HTML, which is half of them.
  const features = { ...FEATURES, rawHtml: HTML.test(prepared.markdown) };
  const parsed = markdownToHast(prepared.markdown, { features, position: false }) as Root;
  if (isNestedTooDeeply(parsed)) {
    prepared.problems.push({ file: doc.file, line: doc.bodyLine, message: TOO_DEEP, severity: 'error' });
    parsed.children = [];
  }
  unwrapParagraphs(parsed);
  const context = createContext(doc, services, prepared);
  const frameOrigins = embeds(parsed, services, (address, player) => reportFrame(context, address, player));
  const tree = sanitizedHtml(parsed, (attribute, address) => reportAddress(context, attribute, address));
  // In formulas and character references, a visible name can stand for an invisible character.
  const canHide = canHideText(prepared.markdown) || prepared.uses.length > 0 || services.math === true;
  if (canHide) removeInvisible(tree, (character) => hidden.push(hiddenReference(doc.file, character)));
  for (const step of STEPS) await step(tree, context);
  const anchors = anchorsOf(tree);
  const read = readSections(tree, doc.title);
  const sections = withQuestions(canHide ? read.map(visibleSection) : read, doc, anchors, prepared.problems);
  breakIdentifiers(tree);
  const written = toHtml(tree);
  const twin = markdownTwin(doc, prepared.plain, context.rewritten);
  // Attributes of components become text after the tree was cleaned.
  const html = Buffer.from(canHide ? withoutHiddenText(written) : written);
  const markdown = Buffer.from(canHide ? withoutInvisible(twin) : twin);
  return {
    id: doc.id,
    source: doc.source,
    file: doc.file,
    path: doc.path,
    title: doc.title,
    description:
      withoutInvisible(doc.frontMatter.description?.trim() ?? '') ||
      summaryOf(sections[0]?.text ?? '') ||
      summaryOf(sections.find((section) => section.text !== '')?.text ?? doc.title),
    keywords: doc.frontMatter.keywords ?? [],
    note: pageNote(prepared.uses, context.report),
    html,
    headings: tableOfContentsOf(sections, doc, services.tocLevels),
    anchors,
    references: context.references,
    assets: context.assets,
    sections,
    words: sections.reduce((sum, section) => sum + countWords(section.heading) + countWords(section.text), 0),
    codeBlocks: context.codeBlocks,
    frameOrigins,
    examples: prepared.fences.map((fence) => ({ ...fence, line: prepared.includes.lineOfPage(fence.line) })),
    markdown,
    digest: createHash('sha256').update(html).update(markdown).digest('base64url').slice(0, 22),
    problems: [...hidden, ...prepared.problems],
  };
}

/** Returns a function that reads files without their invisible characters. @param problems receives one warning for each of these files */
function visibleIncludes(read: ReadInclude, problems: Problem[]): ReadInclude {
  const reported = new Set<string>();
  return (path) => {
    const found = read(path);
    if (typeof found !== 'object') return found;
    const text = withoutInvisibleIn(found.file, found.text, 1, reported.has(found.file) ? [] : problems);
    reported.add(found.file);
    return { ...found, text };
  };
}

const hiddenReference = (file: string, character: string): Problem => ({
  file,
  message: `an invisible character (${character}) that a reference or an expression names is left out: delete it`,
  severity: 'warning',
  kind: 'invisible characters are left out',
});

const visibleSection = <S extends CompiledPage['sections'][number]>(section: S): S => ({
  ...section,
  heading: withoutInvisible(section.heading),
  text: withoutInvisible(section.text),
  ...(section.marked !== undefined && { marked: withoutInvisible(section.marked) }),
  code: section.code.map(withoutInvisible),
});

/** Reports the address of a frame that could lead to another page of the player's site. */
const reportFrame = ({ lineOf, report }: TransformContext, address: string, player: string): void =>
  report(
    lineOf(address, 0),
    `the address of the frame "${startOf(address)}" has a backslash or a segment of dots, so it could lead to another page: copy the address of the frame from ${player}`,
  );

/** Returns the first 60 characters of an address for a message, because a data URL may be long. */
const startOf = (address: string): string => (address.length > 60 ? `${address.slice(0, 60)}…` : address);

/** Reports an address that is removed because of its scheme. */
function reportAddress({ lineOf, report }: TransformContext, attribute: string, address: string): void {
  const what = attribute === 'src' ? 'the picture' : 'the link to';
  const remedy =
    attribute === 'src' ? 'put it into a file beside the page' : 'use a path, or an address with https:, http:, mailto:, or tel:';
  report(
    lineOf(address, 0),
    `${what} "${startOf(address)}" is left out because of its scheme: ${remedy}`,
    'warning',
    'addresses are left out',
  );
}

function createContext(doc: DocSource, services: CompileServices, { fences, uses, problems, includes, plain }: Prepared): TransformContext {
  let lines: ReturnType<typeof targetLines> | null = null;
  let linesOfFiles: ReturnType<typeof searchTargets> | null = null;
  const included = plain.filter(({ number }) => includes.find(number) !== null);
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
    report: reportTo(problems, doc.file, includes),
    lineOf(target, occurrence) {
      lines ??= targetLines(doc.body, doc.bodyLine);
      const found = lines(target);
      linesOfFiles ??= searchTargets(included);
      const inFiles = linesOfFiles(target);
      return found[occurrence] ?? inFiles[occurrence - found.length] ?? found.at(-1) ?? inFiles[0] ?? doc.bodyLine;
    },
    includedPlaceOf(target, occurrence) {
      const found = included.length === 0 ? null : includes.find(this.lineOf(target, occurrence));
      return found === null ? null : { file: found.file, line: found.line };
    },
  };
}

/** Returns the targets of links to the page: all ids, and the names of `<a>`. */
function anchorsOf(tree: Root): Set<string> {
  const ids = new Set<string>();
  visitElements(tree, (node) => {
    for (const name of ['id', 'name']) {
      const value = node.properties[name];
      if (typeof value === 'string' && (name === 'id' || node.tagName === 'a')) ids.add(value);
    }
  });
  return ids;
}

function tableOfContentsOf(sections: CompiledPage['sections'], doc: DocSource, [min, max]: readonly [number, number]): Heading[] {
  if (doc.frontMatter.hide_table_of_contents === true) return [];
  const from = doc.frontMatter.toc_min_heading_level ?? min;
  const to = doc.frontMatter.toc_max_heading_level ?? max;
  return sections
    .filter((section) => section.anchor !== '' && section.level >= from && section.level <= to)
    .map(({ level, anchor, heading }) => ({ level: level as Heading['level'], id: anchor, text: heading }));
}

const countWords = (text: string): number => (text.match(/\S+/g) ?? []).length;

/** In UTF-16 units, without the ellipsis. */
const MAX_SUMMARY_LENGTH = 158;

/** Returns the description of a page without one: the first line of more than four words, cut between words. */
function summaryOf(text: string): string {
  const first = text.split('\n').find((line) => line.split(' ').length > 4) ?? text.split('\n')[0] ?? '';
  return shorten(first, MAX_SUMMARY_LENGTH);
}

/** The page before it is parsed. */
interface Prepared {
  /** CommonMark with GFM, HTML and `<x-…>` elements, for the parser. */
  markdown: string;
  /** The code blocks in order. The parser gives the n-th one the class `language-{n}`. */
  fences: Example[];
  /** The mapped components in order: the n-th is `<x-component data-use="n">`. */
  uses: ComponentUse[];
  /** The files that the page includes. */
  includes: Includes;
  /** The author's Markdown with includes, without imports, comments, and component tags: the source of the Markdown twin. */
  plain: Line[];
  problems: Problem[];
}

interface PrepareOptions {
  components: ComponentMap;
  frontMatter: Readonly<Record<string, unknown>>;
  /** The cards of `<DocCardList>`. */
  cards?: readonly Card[] | undefined;
  /** Whether `$…$` is a formula. */
  math?: boolean | undefined;
  /** The format of a page whose front matter names none. */
  format?: 'detect' | 'mdx' | undefined;
  /** Words of fences that plugins read. */
  fenceWords?: ReadonlySet<string> | undefined;
  /** Names of admonitions in addition to the built-in ones. */
  admonitions?: readonly string[] | undefined;
}

/** A page of Markdown that imports something is read as MDX by Docusaurus. */
const IMPORT = /^import\s[^\n]{1,500}\sfrom\s+['"]/m;

/** Runs all steps on lines, before the Markdown is parsed. @param firstLine 1-based line of the body in its file */
export function prepare(
  file: string,
  body: string,
  firstLine: number,
  readInclude: ReadInclude,
  { components, frontMatter, cards, fenceWords, admonitions: admonitionNames, math = false, format: otherwise }: PrepareOptions = {
    components: {},
    frontMatter: {},
  },
): Prepared {
  const problems: Problem[] = [];
  const includes = createIncludes();
  const report = reportTo(problems, file, includes);
  const isComponent = (name: string): boolean => Object.hasOwn(components, name) || isBuiltIn(name);
  const modules = readModules(removeComments(readLines(body, firstLine), report), report, isComponent);
  const inlined = includeInlineFiles(modules.lines, readInclude, report, includes);
  const included = includeImportedFiles(inlined, modules, { read: readInclude, report, includes });
  const data = modules.dataFiles.size === 0 ? [] : dataConstants(modules.dataFiles, readInclude, report, modules.data);
  const constants = new Map([...data, ...modules.constants, ...modules.files]);
  const scope = limitedScope({ constants, data: modules.data, frontMatter }, () =>
    report(
      firstLine,
      `the page repeats its constants, data, and front matter until they add more than ${MAX_VALUE_CHARACTERS} characters, so further uses are left out: shorten them, or use them less often`,
    ),
  );
  const { format = otherwise } = frontMatter;
  const isMdx = format === 'mdx' || (format !== 'md' && file.endsWith('.mdx'));
  const isMapped = (name: string): boolean => Object.hasOwn(components, name);
  const chosen = isMdx ? chooseBranches(included, (name) => knownValue(name, scope)) : included;
  const listed = isMdx ? expandLists(chosen, modules.data) : chosen;
  const expanded = expandElements(listed, { templates: modules.templates, isMapped, scope, read: readInclude, report });
  const coded = readCodeSources(dedentComponents(expanded, isMdx), report, {
    scope,
    textFiles: modules.textFiles,
    read: readInclude,
    isMapped,
  });
  const options = { map: components, cards, scope, isMdx };
  reportFootnotes(coded, report);
  if (!math) reportMath(coded, report);
  const formulas = math ? mathAsCode(coded) : coded;
  const { lines, fences } = numberFences(formulas, report, fenceWords);
  const tagged = readComponentTags(readDirectives(lines, report, admonitionNames), report, options);
  reportSurplusCells(tagged.lines, report);
  const separated = separateHtml(tagged.lines, isMdx || IMPORT.test(body));
  const shown = isMdx ? removeCodeIndentation(separated) : separated;
  return {
    // Paragraphs are cut after tags are read, because a tag may be longer than a paragraph.
    markdown: limitOpenElements(limitExpansion(cutLongParagraphs(escapePlaceholders(shown), report), report), report)
      .map((line) => line.text)
      .join('\n'),
    fences,
    uses: tagged.uses,
    includes,
    plain: mathAsText(readComponentTags(formulas, report, options, true).lines),
    problems,
  };
}

/** The start and the target of an inline link. */
const LINK = /(\]\(\s*<?)([^)\s>]+)/g;
/** The start and the target of a link reference definition. */
const DEFINITION = /^(\s*\[[^\]]+\]:\s*<?)([^\s>]+)/;

/**
 * Returns the page as Markdown, for agents and for copying: the title, the author's text with includes, links that start at the root of
 * the site, and components as plain Markdown, and at the end the questions that the page answers.
 * @param rewritten link targets as written → address on the site
 */
function markdownTwin(doc: DocSource, lines: Line[], rewritten: ReadonlyMap<string, string>): string {
  const texts = lines.map((line) => (line.kind === 'text' ? plainMarkdown(line.text, rewritten) : line.text));
  // Removed comments and components leave several blank lines. Those inside code are the author's.
  const kept = texts.filter((text, index) => !isBlank(text, lines[index]) || !isBlank(texts[index - 1] ?? '', lines[index - 1]));
  const body = kept.join('\n').trim();
  const firstCode = lines.findIndex((line) => line.kind !== 'text');
  const start = texts.slice(0, firstCode < 0 ? texts.length : firstCode);
  const hasTitle = doc.frontMatter.title === undefined ? start.some((text) => /^#\s/.test(text)) : /^#\s/.test(body);
  // A browser shows a file that starts with a tag as HTML if the web server does not name its type.
  const isComplete = hasTitle && !body.startsWith('<');
  // Its own title moves to the start.
  const rest = hasTitle ? body.replace(/^#[ \t].*\n*/m, '') : body;
  return `${isComplete ? body : `# ${doc.title}\n\n${rest}`.trim()}\n${answeredQuestions(doc)}`;
}

function answeredQuestions({ frontMatter: { questions = [] } }: DocSource): string {
  if (questions.length === 0) return '';
  const lines = questions.map(({ ask, at }) => `- ${at === undefined ? ask : `[${ask.replaceAll(/[[\]]/g, '\\$&')}](#${at})`}\n`);
  return `\n## Questions this page answers\n\n${lines.join('')}`;
}

const isBlank = (text: string, line: Line | undefined): boolean => line?.kind === 'text' && text === '';

/** Replaces the targets of links, and directives with their titles. */
function plainMarkdown(text: string, rewritten: ReadonlyMap<string, string>): string {
  if (!/[\](<:]/.test(text)) return text;
  const linked = outsideCode(text, (part) =>
    part
      .replace(LINK, (_, before: string, target: string) => before + (rewritten.get(target) ?? target))
      .replace(DEFINITION, (_, before: string, target: string) => before + (rewritten.get(target) ?? target)),
  );
  return linked
    .replace(/^(\s*):::+\s*([a-z-]+)\s*(?:\[([^]*)\])?([^]*)/i, (_, indent: string, kind: string, label?: string, title = '') => {
      const heading = (label ?? title).trim();
      if (kind === 'tabs' || kind === 'code-group') return '';
      if (kind === 'tab') return `${indent}**${heading}**`;
      return `${indent}**${kind.charAt(0).toUpperCase()}${kind.slice(1)}${heading === '' ? '' : `: ${heading}`}**`;
    })
    .replace(/^\s*:::+\s*$/, '');
}
