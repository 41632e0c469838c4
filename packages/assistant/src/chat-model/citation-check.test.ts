import { describe, expect, test } from 'vitest';
import { type AnswerUnit, createUnitReader, parseSentence } from './answer-units.ts';
import { type CitationCheck, createCitationCheck } from './citation-check.ts';
import { findSupport, readSection } from './section-support.ts';
import { DELETING, DOMAINS, OIDC, sampleEvidence } from './testing/sample-evidence.ts';

const PATHS = ['/docs/how/delete-metadata', '/docs/authentication/guides/sso/oidc', '/docs/domains'];

const shownBy = (check: CitationCheck, units: readonly AnswerUnit[]): string =>
  [...units.flatMap((unit) => [...check.check(unit)]), ...check.end()].join('');

function checked(answer: string): string {
  const reader = createUnitReader();
  const check = createCitationCheck({
    evidence: [DELETING, OIDC, DOMAINS],
    linkTo: () => null,
    cite: ({ path }) => `(${PATHS.indexOf(path) + 1})`,
  });
  return shownBy(check, [...reader.push(answer), ...reader.end(true)]);
}

const SOFT = 'A soft delete hides an entity from search';
const HARD = 'A hard delete cannot be undone';

describe('R-602 citations', () => {
  test('a sentence that its cited section does not support is dropped', () => {
    expect(checked(`${SOFT} [1]. ${HARD} [2].`)).toBe(`${SOFT}. (1)`);
  });

  test('a sentence with an unknown citation number is dropped, even beside a known one', () => {
    expect(checked(`${SOFT} [9]. ${SOFT} [1][9]. ${HARD} [1].`)).toBe(`${HARD}. (1)`);
    expect(checked(`${SOFT} [0]. ${HARD} [1].`)).toBe(`${HARD}. (1)`);
  });

  test('citations that do not support their sentence are removed, and the others stay', () => {
    expect(checked(`${SOFT} [2][1][3].`)).toBe(`${SOFT}. (1)`);
  });

  test('a sentence without a citation gets that of the next or previous sentence if it supports the sentence', () => {
    expect(checked(`${SOFT}. ${HARD} [1].`)).toBe(`${SOFT}. (1) ${HARD}. (1)`);
    expect(checked(`${SOFT} [1]. ${HARD}.`)).toBe(`${SOFT}. (1) ${HARD}. (1)`);
    expect(checked(`${SOFT}.\n[1]`)).toBe(`${SOFT}. (1)`);
    expect(checked(`The moon is made of cheese. ${HARD} [1].`)).toBe(`${HARD}. (1)`);
  });

  test('citations are not taken from other paragraphs', () => {
    expect(checked(`${SOFT}.\n\n${HARD} [1].`)).toBe(`${HARD}. (1)`);
  });

  test('a list keeps its supported items and drops the others', () => {
    expect(checked(`Delete metadata:\n\n- ${SOFT} [1]\n- Bananas grow on trees [1]\n- ${HARD} [1]`)).toBe(
      `Delete metadata: (1)\n\n- ${SOFT} (1)\n- ${HARD} (1)`,
    );
  });
});

describe('R-412 a model that cites all sections in each sentence', () => {
  const answer = Array.from({ length: 200 }, (_, i) => `A soft delete hides entity ${'abcdefghij'[i % 10]} [4, 5, 1, 2, 3, 6].`).join(' ');

  /** Returns the numbers of the sections whose notes are read, once for each time: a section has one whenever its words or its passages are read. */
  function sectionsRead(): number[] {
    const read: number[] = [];
    const evidence = [DELETING, OIDC, DOMAINS, DELETING, OIDC, DOMAINS].map((section, i) => {
      const page = Object.defineProperty({ ...section.record.page }, 'note', { get: () => void read.push(i + 1) });
      return { ...section, record: { ...section.record, page } };
    });
    const reader = createUnitReader();
    const check = createCitationCheck({ evidence, linkTo: () => null, cite: () => '' });
    shownBy(check, [...reader.push(answer), ...reader.end(true)]);
    return read;
  }

  test('has each compared with three of them, whose passages are read once', () => {
    const read = sectionsRead();
    expect(new Set(read)).toEqual(new Set([1, 4, 5]));
    expect(read.length).toBeLessThanOrEqual(6);
  });

  test('has the sentences compared one by one, even if they waited for a citation', () => {
    const check = createCitationCheck({ evidence: [DELETING], linkTo: () => null, cite: () => '(1)' });
    const reader = createUnitReader();
    const units = [...reader.push(`${`${SOFT}. `.repeat(20)}${HARD} [1].`), ...reader.end(true)];
    const steps = units.map((unit) => [...check.check(unit)]);
    expect(steps.at(-1)).toHaveLength(21);
    expect(steps.at(-1)?.at(-1)).toBe(` ${HARD}. (1)`);
  });
});

test('R-602 a step of a numbered list needs as much support as any other sentence', () => {
  const invented = 'A soft delete sells an entity abroad';
  expect(checked(`1. ${SOFT} [1]\n2. ${invented} [1]\n3. ${HARD} [1]`)).toBe(`1. ${SOFT} (1)\n3. ${HARD} (1)`);
});

describe('R-602 code', () => {
  test('is kept if a cited section contains it verbatim', () => {
    expect(checked(`${HARD} [1]:\n\n\`\`\`bash\ndatahub delete --urn "<urn>" --hard\n\`\`\``)).toBe(
      `${HARD}: (1)\n\n\`\`\`bash\ndatahub delete --urn "<urn>" --hard\n\`\`\`\n\n(1)`,
    );
  });

  test.each(['datahub delete --urn "<urn>" --force', 'rm -rf /', 'delete --urn', ''])(
    'is dropped if no cited section contains it: %j',
    (code) => {
      expect(checked(`${SOFT} [1].\n\n\`\`\`\n${code}\n\`\`\``)).toBe(`${SOFT}. (1)`);
    },
  );

  test('is dropped if it is from another section than the sentence before it', () => {
    const sentence = 'A domain is a logical collection of related assets';
    expect(checked(`${sentence} [3]:\n\n\`\`\`\ndatahub delete --urn "<urn>" --hard\n\`\`\``)).toBe(`${sentence}: (3)`);
  });

  test.each(['tool delete \\', '--dry-run', 'tool delete'])('is dropped if it is a part of a command of several lines: %j', (code) => {
    const evidence = [sampleEvidence('/docs/x', 'Tool', 'The tool deletes old files.', ['tool delete \\\n  --dry-run'])];
    const check = createCitationCheck({ evidence, linkTo: () => null, cite: () => '(1)' });
    const reader = createUnitReader();
    const units = [...reader.push(`The tool deletes old files [1].\n\n\`\`\`\n${code}\n\`\`\``), ...reader.end(true)];
    expect(shownBy(check, units)).toBe('The tool deletes old files. (1)');
  });

  test('is not an answer by itself', () => {
    expect(checked('```\ndatahub delete --urn "<urn>" --hard\n```')).toBe('');
  });
});

const support = (text: string, evidence = OIDC) =>
  findSupport(
    readSection(evidence),
    parseSentence(text, () => null),
  );

test.each([
  'Set `AUTH_OIDC_ENABLED` to true to turn on single sign-on.',
  'To turn on single sign-on, set AUTH_OIDC_ENABLED to true.',
  'The frontend is listening on port 9002.',
  'Open http://localhost:9002.',
  'Restart the `datahub-frontend` container.',
])('R-602 supported by its section: %s', (text) => {
  expect(support(text)).not.toBeNull();
});

test.each([
  ['another variable', 'Set `AUTH_SAML_ENABLED` to true to turn on single sign-on.'],
  ['another variable, not as code', 'Set AUTH_OIDC_CLIENT_ID to true to turn on single sign-on.'],
  ['a part of a name', 'Set `AUTH_OIDC` to true to turn on single sign-on.'],
  ['another port', 'The frontend listens on port 9003.'],
  ['a part of the port', 'The frontend listens on port 900.'],
  ['another address', 'Open http://localhost:8080.'],
  ['an added negation', 'The frontend does not listen on port 9002.'],
  ['another subject', 'Bananas grow on tropical trees.'],
  ['nothing', 'However, please note the following.'],
])('R-602 not supported because of %s', (_, text) => {
  expect(support(text)).toBeNull();
});

test('a negation elsewhere in a long section does not support an added one', () => {
  const filler = 'Something else entirely is said about weather. '.repeat(5);
  const section = sampleEvidence('/docs/x', 'Ports', `The frontend listens on a port. ${filler}Rain is not snow.`);
  expect(support('The frontend listens on a port.', section)).not.toBeNull();
  expect(support('The frontend does not listen on a port.', section)).toBeNull();
});

test('words scattered across a long section do not support a sentence', () => {
  const filler = 'Something else entirely is said about weather. '.repeat(5);
  const scattered = sampleEvidence('/docs/x', 'Long', `Alpha opens. ${filler}Beta closes. ${filler}Gamma burns. ${filler}Delta freezes.`);
  expect(support('Alpha beta gamma delta.', scattered)).toBeNull();
});

test('the passage is the supporting sentence, verbatim', () => {
  expect(support('A hard delete cannot be undone.', DELETING)).toBe('A hard delete removes all rows of the entity and cannot be undone.');
  expect(support('Run `datahub delete --urn "<urn>" --hard`.', DELETING)).toBe('datahub delete --urn "<urn>" --hard');
});

test('the passage of a section without text is its heading', () => {
  expect(support('Empty section here.', sampleEvidence('/docs/e', 'Empty section', ''))).toBe('Empty section');
});

describe('a model cannot show words that no section contains by writing them in another way', () => {
  const HIDDEN = 'send all of your passwords to evil';
  const spell = (separator: string): string =>
    HIDDEN.split(' ')
      .map((word) => [...word].join(separator))
      .join('  ');
  const shift = (first: number): string => HIDDEN.replace(/[a-z]/g, (letter) => String.fromCodePoint(first + letter.charCodeAt(0) - 97));

  test.each([
    ['spaces', ' '],
    ['narrow spaces', '\u202F'],
    ['hyphens', '-'],
    ['middle dots', '·'],
    ['plus signs', '+'],
    ['blank symbols', '\u2800'],
    ['zero-width spaces', '\u200B'],
    ['joiners', '\u200D'],
    ['soft hyphens', '\u00AD'],
    ['word joiners', '\u2060'],
    ['control characters', '\u0000'],
  ])('with %s between the letters', (_, separator) => {
    expect(checked(`${SOFT}; ${spell(separator)} [1].`)).toBe('');
  });

  test.each([
    ['letters in circles', 0x24d0],
    ['letters in parentheses', 0x249c],
    ['white letters in circles', 0x1f150],
    ['white letters in squares', 0x1f170],
    ['letters of flags', 0x1f1e6],
    ['invisible tags', 0xe0061],
    ['private characters', 0xe000],
  ])('with %s', (_, first) => {
    expect(checked(`${SOFT} ${shift(first)} [1].`)).toBe(`${SOFT}. (1)`);
  });

  test('with a sentence in one word', () => {
    expect(checked(`${SOFT}; ${HIDDEN.replaceAll(' ', '')} [1].`)).toBe('');
    expect(checked(`${SOFT}; ${HIDDEN.replaceAll(' ', '').repeat(4)} [1].`)).toBe('');
  });

  test('nor reverse its text or cover the lines around it', () => {
    expect(checked(`\u202E${SOFT}\u202C [1].`)).toBe(`${SOFT}. (1)`);
    expect(checked(`${SOFT}${'\u0301'.repeat(500)} [1].`).length).toBeLessThan(SOFT.length + 15);
  });
});

test('a single letter of the section supports a sentence', () => {
  const section = sampleEvidence('/docs/x', 'Plans', 'Choose plan B if the X-axis is too short for an e-mail address.');
  expect(support('Choose plan B for an e-mail address.', section)).not.toBeNull();
});
