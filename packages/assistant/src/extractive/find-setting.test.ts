import { describe, expect, test } from 'vitest';
import { compileMarkdown } from '@quire/engine/content/testing/compile-markdown.ts';
import { createSearchEngine, decodeIndex, type SearchRecord, searchRecords } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { retrieve } from '../retrieve/retrieve.ts';
import { answerSection } from './answer-section.ts';
import { withSettingsFirst } from './find-setting.ts';
import { createScoringQuery } from './score-units.ts';
import { createSectionReader } from './units.ts';

async function records(id: string, title: string, markdown: string): Promise<SearchRecord[]> {
  const { sections } = await compileMarkdown(markdown, { doc: { title } });
  const page = { id, path: `/docs/${id}`, title, sidebarLabel: title, breadcrumbs: [], group: 'guides', language: 'en', tags: [] };
  return searchRecords(page, sections);
}

const options = (rows: string): string => `| Option and type | Default | What it does |\n| --- | --- | --- |\n${rows}\n`;

const LAKE = await records(
  'lake',
  'Lake',
  `The plugin reads the tables of a lake, and sets tags.

## Filters

${options(`| \`table_pattern\` \`Pattern\` | everything | Selects tables. |
| \`include_views\` \`boolean\` | \`true\` | Whether views are read. |
| \`project_ids\` \`list\` | all | Selects projects by their ids. |
| \`project_id_pattern\` \`Pattern\` | everything | Selects projects by a pattern. |`)}

## Other options

${options(`| \`extract_tags\` \`string\` | \`skip\` | Whether tags that are set in the lake are read. The source sets an option of the lake, and sets a tag. |
| \`max_threads\` \`integer\` | \`10\` | Number of requests at the same time. |`)}

## Connection

${options(`| \`warehouse\` \`string\` | none | Warehouse in which the queries run. |
| \`host\` \`string\` | none | Address of the lake. |`)}

## Commands

| Command | What it does |
| --- | --- |
| \`telemetry off\` | Turns telemetry off. |
| **Telemetry** | A label. |
| \`--quiet\` | Turns the telemetry of a command off. |
| \`LAKE_TELEMETRY\` | \`false\` turns telemetry off. |
`,
);
const POND = await records(
  'pond',
  'Pond',
  `A pond has a warehouse.\n\n## Options\n\n${options('| `warehouse` `string` | none | Warehouse of the pond. |')}`,
);
const GUIDE = await records(
  'guide',
  'Lake guide',
  'In the form, enter the bucket of the lake, which the bucket option of the lake sets.\n',
);
const BUCKETS = await records(
  's',
  'Lake store',
  `Reads a lake.\n\n## Options\n\n${options('| `bucket` `string` | none | Bucket to read. |')}`,
);

const engineOf = (sections: readonly SearchRecord[]) => createSearchEngine(decodeIndex(encodeIndex(sections)));

function quotationOf(question: string, sections: readonly SearchRecord[] = [...LAKE, ...POND]): string {
  const retrieval = retrieve(engineOf(sections), { text: question, conversation: [] }, { count: 10 });
  return answerSection(retrieval, { words: retrieval.words })[0]?.markdown ?? '';
}

const namesIn = (markdown: string): string[] => [...markdown.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);

describe('a question for a setting is answered with its row', () => {
  test.each([
    ['which option of the lake source sets the warehouse', ['warehouse']],
    ['lake warehouse option', ['warehouse']],
    ['which lake option includes views', ['include_views']],
    ['what is the default of max_threads in the lake source', ['max_threads']],
    ['which option of the lake sets the number of threads', ['max_threads']],
    ['which option of the pond sets the warehouse', ['warehouse']],
  ])('%s', (question, names) => {
    expect(namesIn(quotationOf(question))).toEqual(names);
  });

  test('rows that fit as well as the best one are quoted, too', () => {
    expect(namesIn(quotationOf('which option of the lake source limits the projects'))).toEqual(['project_ids', 'project_id_pattern']);
  });

  test('a variable is not a command, and a flag is not a variable', () => {
    expect(namesIn(quotationOf('which variable turns off the telemetry of the lake'))).toEqual(['LAKE_TELEMETRY']);
    expect(namesIn(quotationOf('which flag turns off the telemetry of a lake command'))).toEqual(['--quiet']);
  });

  test('a setting of another page is quoted only if that page has the same words of the question in its names', () => {
    const question = 'which option of the lake sets the bucket';
    expect(quotationOf(question, [...GUIDE, ...LAKE])).toContain('In the form');
    expect(namesIn(quotationOf(question, [...GUIDE, ...BUCKETS]))).toEqual(['bucket']);
  });

  test('a question that names no setting is answered with a section', () => {
    const text = 'which options does the lake source have';
    const { pagesWithSettings, ...retrieval } = retrieve(engineOf(LAKE), { text, conversation: [] }, { count: 10 });
    expect(pagesWithSettings).toBeDefined();
    expect(quotationOf(text, LAKE)).toBe(answerSection(retrieval, { words: retrieval.words })[0]?.markdown);
  });

  test('a chat model gets the section with the setting first, even if the search did not find it', () => {
    const engine = engineOf([...LAKE, ...POND]);
    const retrieval = retrieve(engine, { text: 'which option of the lake source sets the warehouse', conversation: [] }, { count: 2 });
    const reader = createSectionReader();
    const query = createScoringQuery(retrieval.question, retrieval.words, reader.vocabulary);
    const evidence = retrieval.evidence.filter(({ record }) => record.heading !== 'Connection');
    const sections = withSettingsFirst({ ...retrieval, evidence }, query, reader);
    expect(sections.map(({ record }) => record.heading)).toEqual(['Connection', ...evidence.map(({ record }) => record.heading)]);
    expect(sections[0]?.recordNumber).toBe(LAKE.findIndex(({ heading }) => heading === 'Connection'));
  });
});
