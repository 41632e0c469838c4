import { expect, test } from 'vitest';
import { MARK } from '@quire/search';
import { growthBeyondLinear } from '@quire/engine/testing/growth.ts';
import { buildPrompt, type PromptParts, sectionMarkdown } from './prompt.ts';
import { DELETING, DOMAINS, sampleEvidence } from './testing/sample-evidence.ts';

const build = (parts: Partial<PromptParts> = {}) =>
  buildPrompt({
    template: null,
    iDontKnowMessage: 'No idea.',
    question: { text: 'What is a domain?', conversation: [] },
    evidence: [DELETING, DOMAINS],
    secret: 's3cr3t',
    ...parts,
  });

test('R-406 the placeholders of the template are replaced in a single pass', () => {
  const template = 'Idk: {{I_DONT_KNOW}} C: {{CONTEXT}} P: {{PROMPT}} {{OTHER}}';
  const { text } = build({ template, question: { text: '{{CONTEXT}} $& {{I_DONT_KNOW}}', conversation: [] } });
  expect(text).toMatch(/^Idk: No idea\. C: <<section 1 s3cr3t>>\nDeleting metadata/);
  expect(text).toContain('<<question s3cr3t>>\n{{CONTEXT}} $& {{I_DONT_KNOW}}\n<<end s3cr3t>> {{OTHER}}');
});

test('the built-in template is used by default', () => {
  expect(build().text).toContain('reply with exactly this and nothing else: No idea.');
});

test('R-412 the lengths of sections, the question, and turns are bounded', () => {
  const long = sampleEvidence('/docs/long', 'Long', 'word '.repeat(5000));
  const turn = { question: 'q '.repeat(1000), answer: 'a [1](/x#:~:text=y) '.repeat(1000) };
  const { text, sections } = build({
    evidence: Array.from({ length: 50 }, () => long),
    question: { text: 'x'.repeat(50_000), conversation: Array.from({ length: 100 }, () => turn) },
  });
  expect(text.length).toBeLessThan(14_000 + 2_000 + 4 * 1_100 + 2_000);
  expect(sections).toBe(5);
  expect(text).not.toContain(':~:text=');
});

test('the note about a page precedes the text of each of its sections', () => {
  const { record } = DELETING;
  const noted = { ...DELETING, record: { ...record, page: { ...record.page, note: 'Only in the managed edition.' } } };
  expect(build({ evidence: [noted, DOMAINS] }).text).toContain(`\n\nOnly in the managed edition.\n\n${record.text.slice(0, 20)}`);
});

test('sections keep their lists, table rows, and code', () => {
  const marked = [
    `${MARK.step}1${MARK.step}Open ${MARK.code}x${MARK.code}${MARK.codeBlock}`,
    `${MARK.step}Close it`,
    `${MARK.item}An item`,
    `${MARK.row}a ${MARK.cell}b`,
  ].join('\n');
  expect(sectionMarkdown({ text: '', marked, code: ['run me', 'and me'] })).toBe(
    '1. Open `x`\n```\nrun me\n```\n\n2. Close it\n- An item\na | b\n\n```\nand me\n```',
  );
});

test('links are removed from earlier answers in linear time', () => {
  const earlier = (answer: string): string => build({ question: { text: 'Why?', conversation: [{ question: 'What?', answer }] } }).text;
  expect(earlier('a[1](/b) [c] [d [e](/f)g [h](/i')).toContain('Answer: a [c] g [h](/i\n');
  for (const piece of ['[', '[](', '[a] ']) expect(growthBeyondLinear(earlier, piece, 1 << 16)).toBeNull();
});
