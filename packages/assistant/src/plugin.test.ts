import { expect, test } from 'vitest';

import { assistantSchema } from './config.ts';
import { DEFAULT_GATE } from '#fitted-weights.ts';
import { assistant, assistantFile } from './plugin.ts';

test('R-408 assistant.json lists documents by id, other pages by path, and the configured template', () => {
  const site = {
    docs: [{ id: 'quickstart', path: '/docs/quickstart', title: 'Quickstart', body: 'left out' }],
    frontPaths: ['/guild', '/search'],
  };
  expect(assistantFile(site, assistantSchema.parse({ promptTemplate: 'Ours {{CONTEXT}} {{PROMPT}}' }))).toEqual({
    promptTemplate: 'Ours {{CONTEXT}} {{PROMPT}}',
    documents: { quickstart: ['/docs/quickstart', 'Quickstart'] },
    otherPages: ['/guild', '/search'],
  });
});

test('the options for answers, which only a worker in the browser needs, are a file of their own', () => {
  const otherTools = [{ names: ['other'], subjects: ['reset password'] }];
  const filesOf = (isMain: boolean) => assistant({ otherTools }).files?.({ docs: [], frontPaths: [], isMain, isDevelopment: false }) ?? {};
  const files = filesOf(true);
  expect(JSON.parse(files['/assistant-answers.json'] as string)).toMatchObject({ sectionsMatchCount: 10, otherTools });
  expect(files['/assistant.json']).not.toContain('reset password');
  expect(Object.keys(files)).toEqual(['/assistant.json', '/assistant-answers.json', '/page-ratings.json']);
  // The others are the same for all versions and languages.
  expect(Object.keys(filesOf(false))).toEqual(['/assistant.json']);
  expect(problemsOf({ otherTools: [{ names: [], subjects: [''] }] })).toEqual([
    'otherTools[0].names: found an empty list, expected at least one name',
    expect.stringContaining('otherTools[0].subjects[0]'),
  ]);
});

function problemsOf(options: unknown): readonly string[] {
  try {
    assistant(options as Parameters<typeof assistant>[0]);
    return [];
  } catch (error) {
    return (error as { problems: readonly string[] }).problems;
  }
}

test('R-406 the request fields have defaults', () => {
  const {
    limits: _limits,
    queryLog: _queryLog,
    pageRatings: _pageRatings,
    dialog: _dialog,
    gate: _gate,
    ...defaults
  } = assistantSchema.parse({});
  expect(defaults).toEqual({
    iDontKnowMessage: 'Sorry, I am not sure how to answer that.',
    model: 'gpt-4',
    promptTemplate: null,
    temperature: 0.1,
    topP: 1,
    frequencyPenalty: 0,
    presencePenalty: 0,
    maxTokens: 500,
    sectionsMatchCount: 10,
    sectionsMatchThreshold: 0.5,
    dailyModelRequests: 5000,
    dailyModelTokens: 20_000_000,
    modelRequestsAtATime: 600,
    productNames: null,
    brands: [],
    commands: [],
    otherTools: [],
  });
});

test('R-412 the default configuration limits requests, and no limit can be turned off', () => {
  expect(assistantSchema.parse({}).limits).toEqual({
    questionsPerMinute: 240,
    questionsPerDay: 5000,
    questionsPerMinuteOverall: 6000,
    answersAtATime: 80,
    answersAtATimeOverall: 600,
    logEntriesPerMinute: 240,
    logEntriesPerDay: 10_000,
  });
  expect(problemsOf({ limits: { questionsPerDay: 0 } })).toEqual([
    'limits.questionsPerDay: found 0, expected a whole number from 1 to 1000000',
  ]);
});

test('R-412 the chat model has a daily budget, and a template must contain the placeholders for sections and question', () => {
  expect(assistantSchema.parse({})).toMatchObject({
    dailyModelRequests: 5000,
    dailyModelTokens: 20_000_000,
    modelRequestsAtATime: 600,
  });
  expect(problemsOf({ dailyModelTokens: -1, modelRequestsAtATime: 0, promptTemplate: 'Answer {{PROMPT}}' })).toEqual([
    'promptTemplate: found "Answer {{PROMPT}}", expected a text that contains {{CONTEXT}} and {{PROMPT}}',
    'dailyModelTokens: found -1, expected a whole number from 0 to 1000000000000',
    'modelRequestsAtATime: found 0, expected a whole number from 1 to 10000',
  ]);
});

test('R-410 the query log keeps entries for 400 days by default, and an empty key or a retention of 0 days is rejected', () => {
  expect(assistantSchema.parse({}).queryLog).toEqual({ retentionDays: 400 });
  expect(problemsOf({ queryLog: { retentionDays: 0, key: ' ' } })).toEqual([
    'queryLog.key: found " ", expected text that is not empty',
    'queryLog.retentionDays: found 0, expected a whole number of days from 1 to 3650',
  ]);
});

test('R-401 the texts of the dialog contain the site title and can be configured', () => {
  const site = { title: 'Sample', baseUrl: '/', customFields: { isSaas: false }, search: null, links: { chat: null, repository: null } };
  expect(assistant({ dialog: { name: 'Ask {title}' } }).siteData?.(site)).toMatchObject({
    dialog: {
      name: 'Ask Sample',
      placeholder: 'Ask me anything about Sample!',
      disclaimer: 'This bot is experimental and may be wrong.',
      poweredBy: 'Sample documentation',
    },
  });
});

test('a partial set of gate weights is rejected', () => {
  expect(problemsOf({ gate: { bias: 1, features: { ...DEFAULT_GATE.features, together: undefined } } })).toEqual([
    'gate.features.together: found nothing, expected a number',
  ]);
  expect(problemsOf({ gate: { ...DEFAULT_GATE, terms: { salary: 'no' } } })).toEqual([expect.stringContaining('gate.terms.salary: ')]);
});
