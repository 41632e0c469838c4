import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { growthBeyondLinear } from '#testing/growth.ts';

import { surveyComponents } from './survey.ts';

/** Returns a function that finds the components of a page. */
function surveyor(): (text: string) => ReturnType<typeof surveyComponents> {
  const dir = mkdtempSync(join(tmpdir(), 'survey-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'page.mdx');
  return (text) => {
    writeFileSync(file, text);
    return surveyComponents([file], dir);
  };
}

test('components in comments and code are not found', () => {
  const text = '<A/>\n\n<!-- <B/>\n<B/> -->\n\n{/* <C/> */}\n\n`<D/>` ``<E/>``\n\n```\n<F/>\n```\n\n<G/>\n';
  expect(surveyor()(text).map(({ name }) => name)).toEqual(['A', 'G']);
});

test.each(['<!--', '{/*', '`', '`a', '``a`', '<A ', '<A>', 'import {a} from "./'])(
  'the time to find the components of a page grows linearly with its length: %j',
  (piece) => {
    const survey = surveyor();
    // A run of backticks at the start of a line would be a fence.
    expect(growthBeyondLinear((text) => survey(`x ${text}`), piece, 1 << 15)).toBeNull();
  },
);
