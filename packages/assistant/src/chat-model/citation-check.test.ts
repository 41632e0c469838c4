import { describe, expect, test } from 'vitest';
import { createUnitReader, parseSentence } from './answer-units.ts';
import { createCitationCheck, findSupport, readSection } from './citation-check.ts';
import { DELETING, DOMAINS, OIDC, sampleEvidence } from './testing/sample-evidence.ts';

const PATHS = ['/docs/how/delete-metadata', '/docs/authentication/guides/sso/oidc', '/docs/domains'];

function checked(answer: string): string {
  const reader = createUnitReader();
  const check = createCitationCheck({
    evidence: [DELETING, OIDC, DOMAINS],
    linkTo: () => null,
    cite: ({ path }) => `(${PATHS.indexOf(path) + 1})`,
  });
  return [...reader.push(answer), ...reader.end(true)].map((unit) => check.check(unit)).join('') + check.end();
}

const SOFT = 'A soft delete hides an entity from search';
const HARD = 'A hard delete cannot be undone';

describe('R-602 citations', () => {
  test('a sentence whose section says something else is dropped', () => {
    expect(checked(`${SOFT} [1]. ${HARD} [2].`)).toBe(`${SOFT}. (1)`);
  });

  test('a sentence with an unknown number is dropped, with a known one beside it too', () => {
    expect(checked(`${SOFT} [9]. ${SOFT} [1][9]. ${HARD} [1].`)).toBe(`${HARD}. (1)`);
    expect(checked(`${SOFT} [0]. ${HARD} [1].`)).toBe(`${HARD}. (1)`);
  });

  test('citations that do not support the sentence are removed, the others stay', () => {
    expect(checked(`${SOFT} [2][1][3].`)).toBe(`${SOFT}. (1)`);
  });

  test('a sentence without a number takes that of the next one, or of the previous one, if that supports it', () => {
    expect(checked(`${SOFT}. ${HARD} [1].`)).toBe(`${SOFT}. (1) ${HARD}. (1)`);
    expect(checked(`${SOFT} [1]. ${HARD}.`)).toBe(`${SOFT}. (1) ${HARD}. (1)`);
    expect(checked(`${SOFT}.\n[1]`)).toBe(`${SOFT}. (1)`);
    expect(checked(`The moon is made of cheese. ${HARD} [1].`)).toBe(`${HARD}. (1)`);
  });

  test('not across paragraphs', () => {
    expect(checked(`${SOFT}.\n\n${HARD} [1].`)).toBe(`${HARD}. (1)`);
  });

  test('a list stays one, without the items that are not held', () => {
    expect(checked(`Delete metadata:\n\n- ${SOFT} [1]\n- Bananas grow on trees [1]\n- ${HARD} [1]`)).toBe(
      `Delete metadata: (1)\n\n- ${SOFT} (1)\n- ${HARD} (1)`,
    );
  });
});

describe('R-602 code', () => {
  test('comes with the section that contains it verbatim', () => {
    expect(checked(`${HARD} [1]:\n\n\`\`\`bash\ndatahub delete --urn "<urn>" --hard\n\`\`\``)).toBe(
      `${HARD}: (1)\n\n\`\`\`bash\ndatahub delete --urn "<urn>" --hard\n\`\`\`\n\n(1)`,
    );
  });

  test.each(['datahub delete --urn "<urn>" --force', 'rm -rf /', 'delete --urn', ''])('is dropped otherwise: %j', (code) => {
    expect(checked(`${SOFT} [1].\n\n\`\`\`\n${code}\n\`\`\``)).toBe(`${SOFT}. (1)`);
  });

  test('alone is not an answer', () => {
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
])('R-602 holds: %s', (text) => {
  expect(support(text)).not.toBeNull();
});

test.each([
  ['another variable', 'Set `AUTH_SAML_ENABLED` to true to turn on single sign-on.'],
  ['another variable, not as code', 'Set AUTH_OIDC_CLIENT_ID to true to turn on single sign-on.'],
  ['half of a name', 'Set `AUTH_OIDC` to true to turn on single sign-on.'],
  ['another port', 'The frontend listens on port 9003.'],
  ['a part of the port', 'The frontend listens on port 900.'],
  ['another address', 'Open http://localhost:8080.'],
  ['a negation of its own', 'The frontend does not listen on port 9002.'],
  ['another matter', 'Bananas grow on tropical trees.'],
  ['nothing', 'However, please note the following.'],
])('R-602 does not hold %s', (_, text) => {
  expect(support(text)).toBeNull();
});

test('words from all over a long section make no statement of it', () => {
  const filler = 'Something else entirely is said about weather. '.repeat(5);
  const scattered = sampleEvidence('/docs/x', 'Long', `Alpha opens. ${filler}Beta closes. ${filler}Gamma burns. ${filler}Delta freezes.`);
  expect(support('Alpha beta gamma delta.', scattered)).toBeNull();
});

test('the passage is the sentence that says it, word for word', () => {
  expect(support('A hard delete cannot be undone.', DELETING)?.passage).toBe(
    'A hard delete removes all rows of the entity and cannot be undone.',
  );
  expect(support('Run `datahub delete --urn "<urn>" --hard`.', DELETING)?.passage).toBe('datahub delete --urn "<urn>" --hard');
});

test('a section without text has its heading', () => {
  expect(support('Empty section here.', sampleEvidence('/docs/e', 'Empty section', ''))?.passage).toBe('Empty section');
});
