import { expect, test } from 'vitest';
import { stem } from './stem.ts';

test.each([
  // From the vocabulary that Snowball publishes with the algorithm.
  'consigned consign, consistency consist, consolation consol, consolatory consolatori, console consol, consolingly consol',
  'conspicuous conspicu, conspiracy conspiraci, conspirators conspir, constables constabl, constancy constanc',
  'knackeries knackeri, knavish knavish, kneaded knead, kneel kneel, knightly knight, knitting knit, knives knive, knocker knocker',
  // Prefixes with their own regions, irregular words, and words that are complete after the first step.
  'generate generat, general general, communism communism, skies sky, dying die, news news, proceeding proceed, inning inning',
  // Words of this site.
  'ingesting ingest, ingestion ingest, policies polici, policy polici, hopping hop, hoping hope, relational relat, happy happi, lineage lineag',
])('Porter2 stems: %s', (list) => {
  for (const pair of list.split(', ')) {
    const [word, expected] = pair.split(' ') as [string, string];
    expect(stem(word), word).toBe(expected);
  }
});

test('any text other than a lowercase English word is unchanged', () => {
  for (const word of ['', 'is', 'k8s', 'größe', 'S3', 'a.b.c']) expect(stem(word)).toBe(word);
});
