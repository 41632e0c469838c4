import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileMarkdown } from '@quire/engine/content/testing/compile-markdown.ts';
import { type Evidence, type SearchPage, type SearchRecord, createSearchEngine, decodeIndex, searchRecords } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { renderPieces } from '../citations.ts';
import { RESPONSE_MARKER, type AnswerPiece, type QuestionKind, type Retrieval } from '../contract.ts';
import { retrieve } from '../retrieve/retrieve.ts';
import { answerSection } from './answer-section.ts';

const pageOf = (path: string, title: string, more: Partial<SearchPage> = {}): SearchPage => {
  const id = path.slice('/docs/'.length);
  return { id, path, title, sidebarLabel: title, breadcrumbs: [], group: 'guides', language: 'en', tags: [], ...more };
};

async function records(path: string, title: string, markdown: string, more: Partial<SearchPage> = {}): Promise<SearchRecord[]> {
  const { sections } = await compileMarkdown(markdown, { doc: { title } });
  return searchRecords(pageOf(path, title, more), sections);
}

/** @param options.apart how much less each section scores than the one before it @param options.isAuthored whether an author asked the same */
function retrieval(
  searchText: string,
  kind: QuestionKind,
  sections: readonly SearchRecord[],
  { exact: exactStrings = [], apart = 0.5, isAuthored = false }: { exact?: string[]; apart?: number; isAuthored?: boolean } = {},
): Retrieval {
  const evidence = sections.map((record, i): Evidence => ({
    record,
    recordNumber: i,
    score: 20 - i * apart,
    coverage: 1,
    contains: () => true,
    ...(isAuthored && i === 0 && { authored: { questionCoverage: 1, authoredCoverage: 1 } }),
  }));
  return { question: { kind, searchText, context: '', refersToContext: false, exactStrings }, evidence };
}

/** The retrieval result for a question when only these sections exist. */
const search = (text: string, sections: readonly SearchRecord[]): Retrieval =>
  retrieve(createSearchEngine(decodeIndex(encodeIndex(sections))), { text, conversation: [] }, { count: 10 });

const textOf = (pieces: readonly AnswerPiece[]): string => pieces.map(({ markdown }) => markdown).join('\n');
const bare = (text: string): string => text.replace(/\s+/g, ' ').trim();

const DOMAINS = await records(
  '/docs/domains',
  'Domains',
  `A domain is a business area that assets belong to. It has an owner.

## Create a domain

You need the privilege \`MANAGE_DOMAINS\`.

1. Open **Govern > Domains**.
2. Click **New Domain**.
3. Type a name.

## Settings

| Variable | Default | What it does |
| --- | --- | --- |
| \`DOMAINS_ENABLED\` | \`true\` | Turns domains on. |
| \`DOMAINS_LIMIT\` | \`100\` | Most domains there may be. |

## Next steps

- Create a domain for each team, then delete the domain that nobody uses.

## Delete a domain

A deleted domain takes no assets with it.

\`\`\`
datahub delete --urn urn:li:domain:sales
\`\`\`

## When something goes wrong

- Creating a domain fails: the privilege is missing.
`,
);

describe('the answer is the section that answers the question', () => {
  test.each<[string, RegExp]>([
    ['What is a domain', /^A domain is a business area that assets belong to\. It has an owner\.$/],
    [
      'How do I create a domain',
      /^You need the privilege `MANAGE_DOMAINS`\.\n\n1\. Open \*\*Govern \\> Domains\*\*\.\n2\. Click \*\*New Domain\*\*\.\n3\. Type a name\.$/,
    ],
    ['How do I delete a domain', /^A deleted domain takes no assets with it\.\n\n```\ndatahub delete --urn urn:li:domain:sales\n```$/],
    [
      'Which variable turns domains on',
      /^\| Variable \| Default \| What it does \|\n.*\n\| `DOMAINS_ENABLED` \| `true` \| Turns domains on\. \|/,
    ],
    ['Why does creating a domain fail', /^- Creating a domain fails: the privilege is missing\.$/],
  ])('%s', (question, answer) => {
    expect(answerSection(search(question, DOMAINS))[0]?.markdown).toMatch(answer);
  });

  test('a guide is preferred to release notes with the same content', async () => {
    const notes = await records('/docs/releases', 'Release notes', 'A domain is a business area since this release.\n', {
      group: 'releases',
    });
    const [first] = answerSection(search('What is a domain', [...notes, ...DOMAINS]));
    expect(first?.citation?.path).toBe('/docs/domains');
  });

  test('one section of each of the other pages follows, with its title and first sentence', async () => {
    const areas = await records('/docs/areas', 'Areas', 'A domain of data has an area.\n\n## Domains of an area\n\nAreas have domains.\n');
    const list = await records('/docs/list', 'Lists', '## All domains\n\n- One single domain\n');
    const [, heading, ...others] = answerSection(
      retrieval('What is a domain', 'what-is', [...DOMAINS.slice(0, 1), ...areas, ...list], { apart: 2, isAuthored: true }),
    );
    expect(heading?.markdown).toBe('Also relevant:');
    expect(others.map(({ markdown }) => markdown)).toEqual([
      '- **Areas** – A domain of data has an area.',
      '- **Lists: All domains** – One single domain',
    ]);
    expect(others.map(({ citation }) => citation?.path)).toEqual(['/docs/areas', '/docs/list']);
  });

  test.each([
    ['1. Open a domain in the **Domains** list. Wait.\n2. Click **Edit**.', ' – Open a domain in the **Domains** list.'],
    ['These are all domains:\n\n- Sales', ' – These are all domains'],
    ['Run:\n\n- the domains command', ' – the domains command'],
    ['- Domains\n- Owners\n- Sales and other domains', ' – Sales and other domains'],
    ['| Domain | Owner |\n| --- | --- |\n| Sales | Ana |', ''],
    [`A domain is ${'very '.repeat(40)}long.`, ''],
  ])('a linked section is described by its first sentence or list item: %s', async (content, description) => {
    const others = await records('/docs/other', 'Other', `## More on domains\n\n${content}\n`);
    const pieces = answerSection(
      retrieval('What is a domain', 'what-is', [...DOMAINS.slice(0, 1), ...others], { apart: 2, isAuthored: true }),
    );
    expect(pieces.at(-1)?.markdown).toBe(`- **Other: More on domains**${description}`);
  });

  test('a section with this authored question precedes a section that repeats its words', async () => {
    const [words] = await records('/docs/words', 'Company words', 'A company dictionary: the dictionary of the company has company words.');
    const [terms] = await records('/docs/terms', 'Glossary', 'Define each term once.');
    const sections = [words, { ...terms, questions: ['where is the dictionary of our company'] }] as SearchRecord[];
    expect(answerSection(search('where is the dictionary of our company?', sections))[0]?.citation?.path).toBe('/docs/terms');
    expect(answerSection(search('where is the dictionary of our company?', [words, terms] as SearchRecord[]))[0]?.citation?.path).toBe(
      '/docs/words',
    );
  });

  test('a section with almost the same score follows, with its heading', async () => {
    const sections = await records(
      '/docs/restore',
      'Restore',
      '## Rebuild the index\n\nRebuild the index after a loss.\n\n### Run the job\n\nRun the job `rebuild` once a night.\n',
    );
    const [intro, steps] = answerSection(retrieval('How do I rebuild the index', 'how-to', sections));
    expect([intro?.markdown, steps?.markdown]).toEqual([
      'Rebuild the index after a loss.',
      '**Run the job**\n\nRun the job `rebuild` once a night.',
    ]);
  });

  test('the note about a page precedes the quotation, and that of a further page has its title', async () => {
    const [managed, hosted] = await Promise.all(
      ['Incidents', 'Alarms'].map((title) =>
        records(`/docs/${title.toLowerCase()}`, title, `## Raise one of the ${title}\n\nCall the API to raise one of the ${title}.\n`, {
          note: `${title} need the hosted edition.`,
        }),
      ),
    );
    const sections = [managed?.at(-1), hosted?.at(-1)].filter((one) => one !== undefined);
    const pieces = answerSection(retrieval('raise', 'how-to', sections, { apart: 0 }));
    expect(pieces.slice(0, 3).map(({ kind, markdown, citation }) => [kind, markdown, citation?.path])).toEqual([
      ['notice', '*Incidents need the hosted edition.*', undefined],
      ['notice', '*Alarms: Alarms need the hosted edition.*', undefined],
      ['section', 'Call the API to raise one of the Incidents.', '/docs/incidents'],
    ]);
  });

  test('a section without quotable text is skipped', async () => {
    const [lead] = await records('/docs/lead', 'Install', `Install it like this:\n\n\`\`\`\n${'x = 1\n'.repeat(200)}\`\`\`\n`);
    const [other] = await records('/docs/other', 'Installation', 'Install the package.');
    const pieces = answerSection(retrieval('How do I install it', 'how-to', [lead, other] as SearchRecord[]));
    expect(pieces[0]?.citation?.path).toBe('/docs/other');
  });
});

describe('the kind of question determines the form of the answer', () => {
  test.each([
    'What is the difference between a tag and a domain?',
    'tags vs domains',
    'Should I use a tag or a domain?',
    'my boss asks why we need tags and domains, can you explain the difference',
  ])('a question about a difference is answered with both definitions: %s', async (question) => {
    const tags = await records('/docs/tags', 'Tags', 'A tag is an informal label.\n\n## Add a tag\n\n1. Click **Add Tag**.\n');
    const pieces = answerSection(search(question, [...DOMAINS, ...tags]));
    expect(pieces.slice(0, 2).map(({ markdown }) => markdown)).toEqual([
      '**Tags**\n\nA tag is an informal label.',
      '**Domains**\n\nA domain is a business area that assets belong to. It has an owner.',
    ]);
  });

  test('a section with an authored question about the difference comes first', async () => {
    const tags = await records('/docs/tags', 'Tags', 'A tag is an informal label.\n');
    const [chosen] = await records('/docs/choose', 'Classify', 'A domain is for ownership, a tag for everything else.');
    const asked = { ...(chosen as SearchRecord), questions: ['what is the difference between a tag and a domain'] };
    const paths = answerSection(search('What is the difference between a tag and a domain?', [...DOMAINS, ...tags, asked]))
      .slice(0, 3)
      .map(({ citation }) => citation?.path);
    expect(paths).toEqual(['/docs/choose', '/docs/tags', '/docs/domains']);
  });

  test('a yes/no question is answered with the deciding sentence first, followed once by the rest of the section', async () => {
    const section = await records(
      '/docs/domains',
      'Domains',
      'An asset shows its domain in the sidebar. An asset cannot be in two domains. Ask its owner.',
    );
    expect(answerSection(retrieval('Can an asset be in two domains', 'yes-no', section))[0]?.markdown).toBe(
      'An asset cannot be in two domains.\n\nAn asset shows its domain in the sidebar.\n\nAsk its owner.',
    );
  });

  test.each([
    'An asset shows its domain. An asset cannot be in two domains. This would make its owner unclear.',
    'The option moves an asset. Assets in two domains cannot have this option.',
  ])('a deciding sentence stays beside a neighbor that belongs to it: %s', async (text) => {
    const section = await records('/docs/domains', 'Domains', text);
    expect(answerSection(retrieval('Can an asset be in two domains', 'yes-no', section))[0]?.markdown).toBe(text);
  });

  test('a question about an error message is answered with its cause and fix, without the other errors of the list', async () => {
    const list = ['`404`. The address is wrong.', '`401`. The token is missing. Set it.', 'A timeout. Wait.', '`500`. Read the log.'];
    const section = await records(
      '/docs/errors',
      'Errors',
      `## When something goes wrong\n\n${list.map((one) => `- ${one}`).join('\n')}\n`,
    );
    expect(answerSection(retrieval('error 401', 'why', section))[0]?.markdown).toBe('- `401`. The token is missing. Set it.');
  });

  test('a question about a symptom that it does not name in detail is answered with all causes', async () => {
    const list = ['The token is lost. Set it.', 'The address is wrong.', 'A timeout occurs. Wait.', 'The disk is full.'];
    const markdown = list.map((one) => `- ${one}`).join('\n');
    const section = await records('/docs/import', 'Import', `## When something goes wrong\n\n${markdown}\n`);
    const answerTo = (text: string) => answerSection(retrieval(text, 'why', section))[0]?.markdown;
    expect(answerTo('import lost')).toBe(markdown);
    expect(answerTo('import token lost')).toBe('- The token is lost. Set it.');
  });

  test('the cause of an error with a status code is the one that names it', async () => {
    const text = `## When something goes wrong

- **The button from the service is disabled.** The service is off.
- **\`401\` with a token.** The token has expired.
- **\`403\`.** A policy is missing.
- **The service is unauthorized.** It has no token for the service.
`;
    const sections = await records('/docs/tokens', 'Tokens', text);
    const markdown = textOf(answerSection(retrieval('401 error from the service', 'why', sections)));
    expect(markdown).toMatch(/^- \*\*`401` with a token/);
    expect(markdown).not.toContain('403');
  });

  test('a step keeps its table, its nested list, and the paragraph after them', async () => {
    const text = `To limit a policy, copy values and select the scope.

1. Copy the values.

   | | Where |
   | --- | --- |
   | Secret | on the page |

2. Select the scope:

   - **Type**: datasets.

     Others are out of scope.

   - **Domain**: sales.

   Then click Next.
`;
    const markdown = textOf(
      answerSection(retrieval('copy values and select the scope', 'how-to', await records('/docs/policy', 'Policy', text))),
    );
    expect(markdown).toContain('1. Copy the values.\n\n   |  | Where |\n   | --- | --- |\n   | Secret | on the page |\n2. Select');
    expect(markdown).toContain(
      '2. Select the scope:\n   - **Type**: datasets.\n\n     Others are out of scope.\n   - **Domain**: sales.\n\n   Then click Next.',
    );
  });

  test('a sentence about code or a table that is not quoted is left out', async () => {
    const yaml = Array.from({ length: 100 }, (_, i) => `key-${i}: value`).join('\n');
    const text = `A file changes the ranking of results.

The ranking of assets depends on weights. The following file has two profiles. The first of them is short.

\`\`\`yaml
${yaml}
\`\`\`

With this file, tables come first. A weight above 1 ranks results higher.

These are the fields:

${['| Field | Meaning |', '| --- | --- |', ...Array.from({ length: 60 }, (_, i) => `| field ${i} | the meaning of field ${i} |`)].join('\n')}
`;
    const sections = await records('/docs/ranking', 'Ranking', text);
    const markdown = textOf(answerSection(retrieval('what changes the ranking of results', 'how-to', sections)));
    expect(markdown).toContain('depends on weights.');
    expect(markdown).toContain('A weight above 1 ranks results higher.');
    expect(markdown).not.toMatch(/following file|first of them|With this file|These are the fields/);
  });

  test('the introduction of a page is continued with its best sections in the order of the page', async () => {
    const [other] = await records('/docs/areas', 'Areas', 'A domain of data has an area.\n');
    const sections = [DOMAINS[0], other, DOMAINS[4]] as SearchRecord[];
    const continuation = [4, 1, 2].map((i) => ({ record: DOMAINS[i] as SearchRecord, recordNumber: i + 10 }));
    const quoted = (text: string, kind: QuestionKind) =>
      answerSection({ ...retrieval(text, kind, sections, { apart: 2 }), continuation })
        .filter((piece) => piece.kind === 'section')
        .map(({ citation }) => citation?.anchor);
    expect(quoted('set up domains', 'how-to')).toEqual(['', 'create-a-domain', 'settings', 'delete-a-domain']);
  });

  test('of an introduction that is continued, the first paragraph and its first warning are quoted', async () => {
    const text =
      'Start the engine in two steps.\n\n:::warning[Heat]\n\nNever touch the engine.\n\n:::\n\nIt is loud.\n\n## Start\n\nTurn the key.\n';
    const [introduction, ...others] = await records('/docs/engine', 'Engine', text);
    const continuation = others.map((record, i) => ({ record, recordNumber: i + 1 }));
    const pieces = answerSection({ ...retrieval('start the engine', 'how-to', [introduction as SearchRecord]), continuation });
    expect(pieces.map(({ markdown }) => markdown)).toEqual([
      'Start the engine in two steps.\n\nNever touch the engine.',
      '**Start**\n\nTurn the key.',
    ]);
  });

  test('a definition is followed by other sections of its page only if it is short, and an error never', async () => {
    const page = async (words: number): Promise<AnswerPiece[]> => {
      const [first, ...others] = await records('/docs/a', 'Areas', `${'An area is a part. '.repeat(words / 5)}\n\n## Use\n\nUse it.\n`);
      const continuation = others.map((record, i) => ({ record, recordNumber: i + 1 }));
      return answerSection({ ...retrieval('What is an area', 'what-is', [first as SearchRecord]), continuation });
    };
    expect((await page(20)).map(({ citation }) => citation?.anchor)).toEqual(['', 'use']);
    expect((await page(100)).map(({ citation }) => citation?.anchor)).toEqual(['']);
    const error = answerSection(retrieval('why does the domain fail', 'why', DOMAINS.slice(1, 4), { apart: 3 }));
    expect(error.filter(({ kind }) => kind === 'section')).toHaveLength(1);
  });

  test('the meaning of an acronym begins with the heading that says what it stands for', async () => {
    const page = '# Events\n\nEvents tell programs what changed.\n\n## Change Proposal (CP)\n\nA request to change one aspect.\n';
    const [, section] = await records('/docs/events', 'Events', page);
    const answer = (question: string) => textOf(answerSection(retrieval(question, 'what-is', [section as SearchRecord])));
    expect(answer('what does CP stand for')).toMatch(/^\*\*Change Proposal \(CP\)\*\*\n\nA request/);
    expect(answer('what is a change proposal')).toMatch(/^A request/);
  });

  test('the code after the best paragraph of a long section is quoted even if it is a little too long', async () => {
    const section = async (lines: number): Promise<string> => {
      const code = `\`\`\`yaml\n${'rule: on\n'.repeat(lines)}\`\`\`\n`;
      const [record] = await records(
        '/docs/rules',
        'Rules',
        `${'A rule maps names to owners. '.repeat(8)}\n\n${code}\n${'More words. '.repeat(30)}\n`,
      );
      return textOf(answerSection(retrieval('map names to owners with rules', 'how-to', [record as SearchRecord]), { maxWords: 60 }));
    };
    expect(await section(12)).toContain('rule: on');
    expect(await section(24)).not.toContain('rule: on');
  });

  test('the code before the best paragraph of a long section is quoted if the paragraph is about it', async () => {
    const section = async (pointer: string): Promise<string> => {
      const text = `${'Many words about something else. '.repeat(9)}\n\n\`\`\`yaml\nrule: on\n\`\`\`\n\n${pointer} the steward becomes the owner.\n\n${'More words. '.repeat(30)}\n`;
      const [record] = await records('/docs/rules', 'Settings', text);
      return textOf(answerSection(retrieval('make the steward the owner', 'how-to', [record as SearchRecord]), { maxWords: 40 }));
    };
    expect(await section('With these rules,')).toContain('rule: on\n```\n\nWith these rules, the steward becomes the owner.');
    expect(await section('In a team,')).not.toContain('rule: on');
  });

  test('an answer that is not a definition is followed by another section of its page up to a greater length', async () => {
    const page = async (words: number): Promise<AnswerPiece[]> => {
      const text = `## Start\n\n${'Turn the key now. '.repeat(words / 4)}\n\n## Stop\n\nPull the plug.\n`;
      const sections = await records('/docs/engine', 'Engine', text);
      return answerSection(retrieval('start the engine', 'how-to', sections.slice(-2), { apart: 3 }));
    };
    const quotedOf = async (words: number): Promise<number> => (await page(words)).filter(({ kind }) => kind === 'section').length;
    expect([await quotedOf(100), await quotedOf(192)]).toEqual([2, 1]);
  });

  test('sections that score half as well are quoted, too, except if an author asked the same or the question is about an error', async () => {
    const pages = await Promise.all(
      ['sales', 'costs', 'stock', 'staff'].map((name) => records(`/docs/${name}`, name, `## Open it\n\nOpen the folder of ${name}.\n`)),
    );
    const opened = pages.map((sections) => sections.slice(-1)).flat();
    const quotedFor = (kind: QuestionKind, isAuthored: boolean): number =>
      answerSection(retrieval('open the folder', kind, opened, { apart: 3, isAuthored })).filter((piece) => piece.kind === 'section')
        .length;
    expect([quotedFor('how-to', false), quotedFor('how-to', true), quotedFor('why', false)]).toEqual([2, 1, 1]);
  });

  test('two other sections are listed below, from the same page if there is no other page', async () => {
    const pieces = answerSection(retrieval('delete the domain', 'how-to', DOMAINS.slice(1, 4), { apart: 4, isAuthored: true }));
    expect(pieces.slice(1).map(({ kind, citation }) => [kind, citation?.path])).toEqual([
      ['notice', undefined],
      ['item', '/docs/domains'],
      ['item', '/docs/domains'],
    ]);
  });
});

describe('tabs are alternatives, of which one is quoted', () => {
  const item = (label: string, code: string): string =>
    `<TabItem value="${label}" label="${label}">\n\n\`\`\`\n${code}\n\`\`\`\n\n</TabItem>`;
  const tabs = `<Tabs>\n${item('GraphQL', 'mutation addTag')}\n${item('Python', 'graph.emit()')}\n</Tabs>`;
  const markdown = `Add a tag like this:\n\n${tabs}\n\nGraphQL returns:\n\n\`\`\`\ntrue\n\`\`\`\n\nCheck it.\n`;

  test('the one that the question names, without the output of the others, which are linked', async () => {
    const page = await records('/docs/tags', 'Tags', markdown);
    const [python, others] = answerSection(search('how do i add a tag in python', page));
    expect(python?.markdown).toBe('Add a tag like this:\n\n```\ngraph.emit()\n```\n\nCheck it.');
    expect(others).toMatchObject({ kind: 'continue', markdown: 'Other tabs: GraphQL', citation: { path: '/docs/tags', passage: 'Tags' } });
  });

  test('the first one if the question names none', async () => {
    const [first, others] = answerSection(search('how do i add a tag', await records('/docs/tags', 'Tags', markdown)));
    expect(first?.markdown).toContain('mutation addTag');
    expect(first?.markdown).toContain('true');
    expect(first?.markdown).not.toContain('graph.emit');
    expect(others?.markdown).toBe('Other tabs: Python');
  });

  test('also within a step', async () => {
    const steps = `1. Add it:\n\n${tabs.replace(/^/gm, '   ')}\n\n2. Check it.\n`;
    const [step] = answerSection(search('how do i add a tag in python', await records('/docs/tags', 'Tags', steps)));
    expect(step?.markdown).toBe('1. Add it:\n   ```\n   graph.emit()\n   ```\n2. Check it.');
  });
});

describe('a procedure is quoted in its order and to its end, or a link leads to its next step', () => {
  const stepsOf = (count: number, words = 20): string =>
    Array.from({ length: count }, (_, i) => `${i + 1}. Turn knob ${i + 1}: ${'and wait '.repeat(words / 2)}now.`).join('\n');
  const askFor = async (steps: string, question = 'How do I turn the frobnicator'): Promise<AnswerPiece[]> => {
    const page = await records('/docs/x', 'Frobnicator', `Turn the frobnicator:\n\n${steps}\n\nDone.\n`);
    return answerSection(retrieval(question, 'how-to', page));
  };

  test('steps of up to one and a half times the length are quoted whole', async () => {
    const pieces = await askFor(stepsOf(11));
    expect(pieces[0]?.markdown.match(/^\d+\. /gm)).toHaveLength(11);
    expect(pieces.some(({ kind }) => kind === 'continue')).toBe(false);
  });

  test('more steps end with a link to the next one', async () => {
    const [steps, next] = await askFor(stepsOf(40));
    const numbers = Array.from(steps?.markdown.matchAll(/^(\d+)\. /gm) ?? [], ([, number]) => Number(number));
    expect(numbers).toEqual(Array.from(numbers, (_, i) => i + 1));
    const number = numbers.length + 1;
    expect(next).toMatchObject({ kind: 'continue', citation: { path: '/docs/x' } });
    expect(next?.markdown).toBe(`Continue with step ${number}: Turn knob ${number}: and wait and wait and wait and …`);
    expect(renderPieces([steps, next] as AnswerPiece[], '/')[1]).toMatch(/^\n\n\[Continue with step \d+: [^\]]*\]\(\/docs\/x#[^)\s]*\)$/);
  });

  test('a quotation that begins with a later step has no gaps', async () => {
    const [steps] = await askFor(stepsOf(40).replace('Turn knob 30', 'Oil the crank 30'), 'How do I oil the crank');
    const numbers = Array.from(steps?.markdown.matchAll(/^(\d+)\. /gm) ?? [], ([, number]) => Number(number));
    expect(numbers).toContain(30);
    expect(numbers).toEqual(Array.from(numbers, (_, i) => (numbers[0] as number) + i));
  });

  test('numbered headings are quoted in their order, after the first paragraph of the page', async () => {
    const page = await records(
      '/docs/q',
      'Quickstart',
      `Run it in minutes. No account needed.\n\nMore words.\n\n## Concepts\n\nA word.\n\n## Steps\n\n${[1, 2, 3, 4, 5, 6]
        .map((i) => `### ${i}. Do ${i}\n\nDo it ${i}.\n`)
        .join('\n')}`,
    );
    const continuation = page.slice(1).map((record, i) => ({ record, recordNumber: i + 1 }));
    const pieces = answerSection({ ...retrieval('quickstart', 'other', page.slice(0, 1)), continuation });
    expect(pieces.map(({ markdown }) => markdown.split('\n')[0])).toEqual([
      'Run it in minutes. No account needed.',
      '**1. Do 1**',
      '**2. Do 2**',
      '**3. Do 3**',
      '**4. Do 4**',
      'Continue with step 5: Do 5',
    ]);
  });

  test('links name the sections between two quoted ones, and the next section after the last one', async () => {
    const sections = [1, 2, 3, 4, 5, 6, 7].map((i) => `## Part ${i}\n\nDo part ${i}.\n`).join('\n');
    const page = await records('/docs/p', 'Parts', `Do all parts.\n\n${sections}`);
    const continuation = [3, 6, 1, 2, 4, 5, 7].map((i) => ({ record: page[i] as SearchRecord, recordNumber: i }));
    const pieces = answerSection({ ...retrieval('do the parts', 'how-to', page.slice(0, 1)), continuation });
    const shown = pieces.map(({ kind, markdown, citation }) =>
      kind === 'continue' ? `${markdown} → ${citation?.anchor}` : citation?.anchor,
    );
    expect(shown).toEqual([
      '',
      'part-1',
      'part-2',
      'part-3',
      'Not quoted here: Part 4, Part 5 → part-4',
      'part-6',
      'Continue with: Part 7 → part-7',
    ]);
  });
});

describe('the answer from a long section', () => {
  const rows = Array.from({ length: 60 }, (_, i) => `| \`OPTION_${i}\` | Value number ${i} of the many values. |`);
  const long = async (text: string): Promise<SearchRecord[]> => records('/docs/x', 'Options', text);

  test('contains the matching row with the table header', async () => {
    const options = await long(`## Options\n\nAll options.\n\n| Option | Use |\n| --- | --- |\n${rows.join('\n')}\n`);
    const text = answerSection(retrieval('Which value has OPTION_41', 'which', options, { exact: ['OPTION_41'] }))[0]?.markdown ?? '';
    expect(text).toContain('| Option | Use |');
    expect(text).toContain('`OPTION_41`');
    expect(text.split('\n').length).toBeLessThan(12);
  });

  test('contains the complete list of steps with its lead-in, without unrelated paragraphs', async () => {
    const filler = 'Words that fill the paragraph without any meaning at all. '.repeat(12);
    const steps = Array.from({ length: 5 }, (_, i) => `${i + 1}. Turn the frobnicator by ${i}.`).join('\n');
    const found = await long(`${filler}\n\n${filler}\n\nTurn it like this:\n\n${steps}\n\n${filler}\n`);
    const text = answerSection(retrieval('How do I turn the frobnicator', 'how-to', found))[0]?.markdown ?? '';
    expect(text).toContain('Turn it like this:\n\n1. Turn the frobnicator by 0.');
    expect(text).toContain('5. Turn the frobnicator by 4.');
    expect(text.split(/\s+/).length).toBeLessThan(260);
  });

  test('contains the table beside the matching text completely or not at all', async () => {
    const filler = 'Words that fill the paragraph without any meaning at all. '.repeat(20);
    const answerWith = async (lines: readonly string[]): Promise<string> => {
      const table = `| Option | Use |\n| --- | --- |\n${lines.join('\n')}`;
      const found = await long(`Turn the frobnicator to the left.\n\n${table}\n\nIt stops there.\n\n${filler}\n`);
      return answerSection(retrieval('How do I turn the frobnicator', 'how-to', found))[0]?.markdown ?? '';
    };
    const short = await answerWith(rows.slice(0, 4));
    expect([short.match(/^\| `OPTION_/gm)?.length, short.includes('It stops there.')]).toEqual([4, true]);
    const without = await answerWith(rows);
    expect([without.includes('OPTION_'), without.includes('It stops there.')]).toEqual([false, true]);
  });

  test('does not end with a lead-in whose code is too long to quote', async () => {
    const code = `x = 1\n`.repeat(120);
    const found = await long(`Install the tool:\n\n\`\`\`\n${code}\`\`\`\n\nThe tool is small.\n`);
    expect(answerSection(retrieval('How do I install the tool', 'how-to', found))[0]?.markdown).not.toMatch(/:$/m);
  });

  test('keeps code blocks within steps', async () => {
    const found = await records('/docs/x', 'Install', '## Install it\n\n1. Fetch it:\n\n   ```\n   fetch\n   ```\n\n2. Start it.\n');
    expect(textOf(answerSection(retrieval('How do I install it', 'how-to', found)))).toContain(
      '1. Fetch it:\n   ```\n   fetch\n   ```\n2. Start it.',
    );
  });
});

const ANY_BLOCK = fc.constantFrom(
  'A domain holds assets. This is why it has an owner, e.g. a team. See v1.2.3.',
  '1. Create `it`.\n2. Then:\n\n   ```\n   domain\n   ```\n\n3. Delete the domain.',
  '- A domain\n  - of domains\n\n  and more',
  '| Domain | Use |\n|---|---|\n| a \\| b | `c` |\n| | domain |',
  ':::warning\n\nNever delete a domain.\n\n:::',
  '```\ndatahub delete --domain\n```',
  'Run this for the domain:',
  'Click **Domain** and **`delete`** it. **All** of it.',
  '<Tabs>\n<TabItem value="a" label="A">\n\n- domain\n\n</TabItem>\n<TabItem value="b" label="Delete">\n\n```\ndomain\n```\n\n</TabItem>\n</Tabs>',
  '## Domain',
  '# Domain of [links](other.md)',
  'مجال domain 🙂 والنطاق. 域名 domain。',
  'domain',
  `A domain says ${RESPONSE_MARKER} aloud.`,
  '&lt;script&gt; [domain](javascript:alert(1)) ![domain](x)',
  `${'domain '.repeat(150)}.`,
);
const KINDS: readonly QuestionKind[] = ['how-to', 'what-is', 'why', 'which', 'yes-no', 'list', 'other'];

describe('robustness against any page content', () => {
  test('R-602 every passage is from its section, fences are closed, and the stream marker is not repeated', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ANY_BLOCK, { minLength: 1, maxLength: 10 }), fc.constantFrom(...KINDS), async (blocks, kind) => {
        const { sections } = await compileMarkdown(`${blocks.join('\n\n')}\n`);
        const found = searchRecords(pageOf('/docs/x', 'Domain'), sections);
        const asked = retrieval('delete the domain', kind, found);
        const pieces = answerSection(asked);
        expect(answerSection(asked)).toEqual(pieces);
        for (const { citation } of pieces) {
          if (citation === null) continue;
          const record = found[citation.recordNumber];
          const written = bare([record?.heading, record?.text, ...(record?.code ?? [])].join('\n'));
          for (const line of citation.passage.split('\n')) expect(written).toContain(bare(line));
        }
        const text = renderPieces(pieces, '/').join('');
        expect(text).not.toContain(RESPONSE_MARKER);
        expect((text.match(/^ *`{3,}/gm) ?? []).length % 2).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  test('R-412 markup in a page is quoted as text', () => {
    const [record] = searchRecords(pageOf('/docs/x', 'X'), [
      { anchor: '', heading: 'X', level: 1, text: 'Delete <script>alert(1)</script> and [x](javascript:y) here.', code: [] },
    ]);
    const pieces = answerSection(retrieval('delete', 'other', record === undefined ? [] : [record]));
    expect(pieces[0]?.markdown).toBe('Delete \\<script\\>alert(1)\\</script\\> and \\[x\\](javascript:y) here.');
  });

  test('there is no answer without evidence or quotable text', async () => {
    expect(answerSection(retrieval('delete', 'how-to', []))).toEqual([]);
    expect(answerSection(retrieval('delete', 'how-to', await records('/docs/x', 'Delete', '')))).toEqual([]);
    expect(answerSection(retrieval('', 'other', DOMAINS)).length).toBeLessThanOrEqual(6);
  });

  test.each([
    ['one line', 'delete the domain. '.repeat(55_000)],
    ['lines', 'delete the domain\n'.repeat(55_000)],
    ['a word', 'd'.repeat(1_000_000)],
    ['periods', '.'.repeat(1_000_000)],
  ])('only the beginning of a megabyte of %s is read and quoted', (_, text) => {
    const found = searchRecords(pageOf('/docs/x', 'Delete'), [
      { anchor: '', heading: 'Delete', level: 1, text, code: ['x\n'.repeat(100_000)] },
    ]);
    expect(textOf(answerSection(retrieval('delete the domain', 'how-to', found))).length).toBeLessThan(30_000);
  });
});

describe('the start of an answer', () => {
  const firstPage = (pieces: readonly AnswerPiece[]): string | undefined => pieces[0]?.citation?.path;

  test('is on the page that retrieval ranked first, even if another page contains a few more of the words', async () => {
    const lead = await records('/docs/history', 'Schema history', 'The history names the columns that changed with the versions.');
    const other = await records('/docs/paths', 'Field paths', 'Columns changed between two versions of tables have new paths.');
    const question = 'which columns changed between versions of tables';
    expect(firstPage(answerSection(retrieval(question, 'which', [...lead, ...other])))).toBe('/docs/history');
  });

  test('is the statement itself, not a pointer to it with the same words', async () => {
    const lead = await records('/docs/empty', 'Ports', 'See the table.');
    const other = await records('/docs/ports', 'Ports of GMS', 'GMS listens on port 8080.');
    expect(firstPage(answerSection(search('which port does GMS listen on', [...lead, ...other])))).toBe('/docs/ports');
  });
});
