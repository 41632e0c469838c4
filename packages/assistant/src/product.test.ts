import { expect, test } from 'vitest';

import { otherToolMatcher } from './product.ts';
import { PLAIN_TERMS } from './retrieve/terms.ts';

const isAboutOtherTool = otherToolMatcher(
  [
    { names: ['power bi', 'powerbi'], subjects: ['create workspace', 'dax'] },
    { names: ['okta'], subjects: ['reset password'] },
    { names: ['and'], subjects: ['the'] },
  ],
  PLAIN_TERMS,
);

test('a question that names a tool and has all words of a subject is about the tool, in any order and form of the words', () => {
  for (const question of [
    'how do I create a workspace in Power BI?',
    'workspaces are created by whom, our PowerBI admin asks',
    'my DAX measure is wrong. what is the formula in power bi',
    'how to reset my okta password',
  ])
    expect(isAboutOtherTool(question), question).toBe(true);
});

test('a name, a subject of another tool, or some of its words are not enough', () => {
  for (const question of [
    'how do I ingest Power BI?',
    'which workspace of power bi is read',
    'how do I reset a password',
    'create a workspace in okta',
    'reset password in power bi',
    'what is the difference between this and the other',
    '',
  ])
    expect(isAboutOtherTool(question), question).toBe(false);
});
