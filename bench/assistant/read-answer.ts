/** Extracts the citations of an answer, and the text that each of them must contain. */
import { ALSO_RELEVANT } from '@quire/assistant/extractive/answer-section.ts';
import { MARK, type SearchRecord, plainText } from '@quire/search';

export interface CitedText {
  path: string;
  anchor: string;
  /** The Markdown that the citation supports. */
  markdown: string;
}

const CITATION = /\[\d+\]\(([^()\s]+)\)/g;
const FRAGMENT = /:~:.*$/;

/** Splits an answer into pieces that end with a citation. The text after the last citation is uncited. */
export function readAnswer(markdown: string, baseUrl: string): { cited: CitedText[]; uncited: string } {
  const cited: CitedText[] = [];
  let at = 0;
  for (const match of markdown.matchAll(CITATION)) {
    const [address = '', hash = ''] = (match[1] ?? '').split('#');
    const path = `/${decodeURI(address).slice(baseUrl.length)}`;
    cited.push({ path, anchor: decodeURIComponent(hash.replace(FRAGMENT, '')), markdown: markdown.slice(at, match.index) });
    at = match.index + match[0].length;
  }
  return { cited, uncited: markdown.slice(at).trim() };
}

/** Joins the words of a text with single spaces and removes punctuation and Markdown syntax. A code span may be part of a word. */
const wordRow = (text: string): string => ` ${(text.replaceAll('`', '').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/** Returns the texts that must each be in the section as one run of words: lines of prose, lists, and code, and cells of tables. */
function quotations(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => line !== ALSO_RELEVANT)
    .flatMap((line) => (line.startsWith('|') ? line.split(/(?<!\\)\|/) : [line.replace(/^\s*(?:\d+[.)]|[-*])\s+/, '')]))
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
}

/** Counts the sentences, steps, cells, and lines of code before a citation, and how many of them are in the cited section word for word. */
export function countGrounded({ markdown }: CitedText, section: SearchRecord): { grounded: number; all: number } {
  const title = section.heading === section.page.title ? '' : section.page.title;
  const row = wordRow([title, section.heading, plainText(section.text.replaceAll(MARK.cell, ' ')), ...section.code].join('\n'));
  const quoted = quotations(markdown);
  return { grounded: quoted.filter((text) => row.includes(wordRow(text))).length, all: quoted.length };
}
