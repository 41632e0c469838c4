import { describe, expect, test } from 'vitest';
import { parseSentence } from './answer-units.ts';
import { findSupport, readSection } from './section-support.ts';
import { sampleEvidence } from './testing/sample-evidence.ts';

const SECTION = readSection(
  sampleEvidence(
    '/docs/x',
    'Backups',
    'Tokens are valid for 11 days. The backup is stored for 30 days and is encrypted. The job runs every day and retries three times. ' +
      'The service needs at least 8 GB of memory. Keep at least 2 replicas. Logs are kept for 90 days. A hard delete removes all rows.',
  ),
);
const isShown = (text: string): boolean =>
  findSupport(
    SECTION,
    parseSentence(text, () => null),
  ) !== null;

describe('R-602 a sentence with another quantity than its section is not shown', () => {
  test.each(
    [
      ...['one day', 'zero days', 'a day', 'a single day', 'several days', 'a couple of days', 'dozens of days', 'a handful of days'],
      ...['no days', 'many days', 'a few days', 'a dozen days', 'a score of days', 'umpteen days', 'infinite days', 'one-day periods'],
      ...[
        'sixtyfive days',
        'one-hundred days',
        'one hundred days',
        'a hundred days',
        'nine-hundred days',
        'zillions of days',
        'twelve days',
      ],
      ...['11 hundred days', '11 minutes', '11 weeks', 'a fortnight', 'eleven weeks', 'the last day', 'one of the days of the week'],
    ].map((quantity) => `Tokens are valid for ${quantity}.`),
  )('%s', (text) => {
    expect(isShown(text)).toBe(false);
  });

  test.each(['IO days', 'll days', 'lI days', 'lO days', 'I days', 'OO days', 'SO days', 'XX days', 'ƷƷ days', 'Ɛ days', 'ƻ days'])(
    'letters that look like figures: %s',
    (quantity) => {
      expect(isShown(`Tokens are valid for ${quantity}.`)).toBe(false);
    },
  );

  test.each([
    ...['Keep one replica.', 'Keep at least one replica.', 'Keep at least one extra replica.', 'Keep a replica.', 'Keep zero replicas.'],
    ...['Keep several replicas.', 'Keep a couple of replicas.', 'Keep at least Z replicas.', 'Keep a single replica.'],
    ...[
      'The job retries once.',
      'The job retries one time.',
      'The job retries twice.',
      'The job retries many times.',
      'The job retries only once.',
    ],
    ...['The job retries three hundred times.', 'The job retries three-dozen times.', 'The job retries once, and runs every day.'],
    ...['The job runs once a week and retries three times.', 'The job runs every third day and retries three times.'],
    ...['The job runs every other day and retries three times.', 'The job runs every week and retries three times.'],
    ...[
      'The service needs at least one GB of memory.',
      'The service needs at least I GB of memory.',
      'The service needs at least 8 hours of memory.',
    ],
    'The backup is stored for one day and is encrypted.',
    ...['Keep at least XX replicas.', 'Keep a score of replicas.', 'Keep a gross of replicas.', 'Keep at least 2 replicas squared.'],
    ...['A hard delete removes every second row.', 'Logs are kept for 90 days squared.', 'The backup is stored forever and is encrypted.'],
  ])('%s', (text) => {
    expect(isShown(text)).toBe(false);
  });
});

test.each([
  ...['Tokens are valid for eleven days.', 'Keep at least two replicas.', 'The job runs each day and retries three times.'],
  ...['One can keep at least 2 replicas.', 'The backup is stored for 30 days, and one of the logs is kept for 90 days.'],
  ...['The service needs 8 GB of memory at once.', 'The logs are kept for a period of 90 days.', 'A single hard delete removes all rows.'],
  ...['Once the job runs, it retries three times.', 'Keep the replicas.', 'A hard delete removes every row.'],
])('R-602 a sentence with the same quantity, or without one, is shown: %s', (text) => {
  expect(isShown(text)).toBe(true);
});
