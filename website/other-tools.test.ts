import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { otherToolMatcher } from '@quire/assistant/product.ts';
import { PLAIN_TERMS } from '@quire/assistant/retrieve/terms.ts';
import { parseFrontMatter } from '@quire/engine/content/front-matter.ts';
import { parsePhrasings } from '@quire/engine/content/questions.ts';

import { otherTools } from './other-tools.ts';

const read = (pattern: string): [file: string, text: string][] =>
  globSync(pattern, { cwd: import.meta.dirname }).map((file) => [file, readFileSync(`${import.meta.dirname}/${file}`, 'utf8')]);

test('no question that a page answers is about another tool itself', () => {
  const phrasings = read('phrasings/**/*.txt').flatMap(([file, text]) =>
    parsePhrasings(file, text).phrasings.map(({ ask }) => [file, ask] as const),
  );
  const questions = read('content/docs/**/*.md').flatMap(([file, text]) =>
    (parseFrontMatter(file, text).frontMatter.questions ?? []).map(({ ask }) => [file, ask] as const),
  );
  const isAboutOtherTool = otherToolMatcher(otherTools, PLAIN_TERMS);
  const found = [...phrasings, ...questions].filter(([, ask]) => isAboutOtherTool(ask) && !/datahub/i.test(ask));
  expect(found.map(([file, ask]) => `${file}: ${ask}`)).toEqual([]);
  expect(phrasings.length).toBeGreaterThan(15_000);
});
