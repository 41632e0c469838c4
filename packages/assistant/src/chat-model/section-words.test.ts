import { expect, test } from 'vitest';
import { readSentence } from './read-sentence.ts';
import { findSupport, readSection } from './section-words.ts';
import { DELETING, OIDC, sampleEvidence } from './testing/sample-evidence.ts';

const support = (text: string, evidence = OIDC) =>
  findSupport(
    readSection(evidence),
    readSentence(text, () => null),
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
