import type { Problem } from '#model/problem.ts';

import { readDirectives } from './admonitions.ts';
import { numberFences } from './code-blocks.ts';
import { isBuiltIn, readComponentTags } from './components.ts';
import type { Card, ComponentMap, ComponentUse } from './mapped-components.ts';
import { readCodeSources } from './code-sources.ts';
import type { Example } from './document.ts';
import { reportFootnotes } from './gfm.ts';
import { includeImportedFiles, includeInlineFiles } from './includes.ts';
import type { ReadInline } from './includes.ts';
import { mathAsCode, mathAsText, reportMath } from './math.ts';
import { readModules, removeComments, withoutIndents } from './mdx.ts';
import { keepPlaceholders } from './sanitize.ts';
import { cutLongParagraphs } from './source-limits.ts';
import { readLines, reportTo } from './source-lines.ts';
import type { Line } from './source-lines.ts';

export interface Prepared {
  /** CommonMark with GFM, HTML and `<x-…>` elements, for the parser. */
  markdown: string;
  /** The code blocks in order: the n-th has the language class `language-{n}`. */
  fences: Example[];
  /** The mapped components in order: the n-th is `<x-component data-use="n">`. */
  uses: ComponentUse[];
  /** The author's Markdown with includes, without imports, comments and component tags: the source of the Markdown twin. */
  plain: Line[];
  problems: Problem[];
}

export interface PrepareOptions {
  components: ComponentMap;
  frontMatter: Readonly<Record<string, unknown>>;
  /** What `<DocCardList>` lists. */
  cards?: readonly Card[] | undefined;
  /** Whether `$…$` is a formula. */
  math?: boolean | undefined;
  /** Words of fences that plugins read. */
  fenceWords?: ReadonlySet<string> | undefined;
}

/** Runs all steps on lines, before the Markdown is parsed. @param firstLine 1-based line of the body in its file */
export function prepare(
  file: string,
  body: string,
  firstLine: number,
  readInline: ReadInline,
  { components, frontMatter, cards, fenceWords, math = false }: PrepareOptions = { components: {}, frontMatter: {} },
): Prepared {
  const problems: Problem[] = [];
  const report = reportTo(problems, file);
  const isComponent = (name: string): boolean => Object.hasOwn(components, name) || isBuiltIn(name);
  const modules = readModules(removeComments(readLines(body, firstLine), report), report, isComponent);
  const inlined = includeInlineFiles(modules.lines, readInline, report);
  const included = includeImportedFiles(inlined, modules.includes, readInline, report);
  const scope = { constants: new Map([...modules.constants, ...modules.files]), frontMatter };
  const isMdx = file.endsWith('.mdx');
  const coded = readCodeSources(withoutIndents(included, isMdx), report, { scope, textFiles: modules.textFiles, read: readInline });
  const options = { map: components, cards, scope, isMdx };
  reportFootnotes(coded, report);
  if (!math) reportMath(coded, report);
  const formulas = math ? mathAsCode(coded) : coded;
  const { lines, fences } = numberFences(formulas, report, fenceWords);
  const tagged = readComponentTags(readDirectives(lines, report), report, options);
  return {
    // Not before: a tag may be longer than a paragraph.
    markdown: cutLongParagraphs(keepPlaceholders(tagged.lines), report)
      .map((line) => line.text)
      .join('\n'),
    fences,
    uses: tagged.uses,
    plain: mathAsText(readComponentTags(formulas, () => undefined, options, true).lines),
    problems,
  };
}
