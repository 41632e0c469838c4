import { type Evidence, MARK, plainText } from '@quire/search';
import { describe, expect, test } from 'vitest';
import { parseSentence } from './answer-units.ts';
import { findSupport, readSection } from './section-support.ts';
import { sampleEvidence } from './testing/sample-evidence.ts';

/** Returns a section with marks: backticks become those of code, and `| a | b |` a row. */
function section(heading: string, lines: readonly string[], code: string[] = []): Evidence {
  const marked = lines
    .map((line, i) => {
      const cells = line.startsWith('| ') ? line.slice(2, -2).split(' | ').join(` ${MARK.cell}`) : null;
      const isHeader = cells !== null && lines[i - 1]?.startsWith('| ') !== true;
      return (cells === null ? line : (isHeader ? MARK.headerRow : MARK.row) + cells).replaceAll('`', MARK.code);
    })
    .join('\n');
  const evidence = sampleEvidence('/docs/x', heading, plainText(marked), code);
  return { ...evidence, record: { ...evidence.record, marked } };
}

const BACKUP = section(
  'Backups',
  [
    'Do not delete the volume before the upgrade. If you delete a snapshot, all of its data is lost.',
    'Create a dump only after you have stopped the server, because old and new versions are not compatible with each other.',
    'The server keeps 20 versions and waits ten minutes between two dumps. It never uses more than 3 connections.',
    'The port is 8080 by default, and the tunnel is off by default. Queries are upstream of the view, and reports are downstream.',
    'Only an administrator may revoke a grant; the owner can add readers. A valid, supported, encrypted archive is required.',
    'Run `tool prune` in the folder `/var/lib/tool/data`. Use `--dry-run` to see what it removes.',
    '| Job | What it does | Default |',
    '| `copy` | Copies the table of events to the archive | true |',
    '| `wipe` | Empties the search index and the table of users | false |',
  ],
  ['tool delete --all --dry-run\ntool copy \\\n  --verify', 'tool prune'],
);
const supported = (text: string): boolean =>
  findSupport(
    readSection(BACKUP),
    parseSentence(text, () => null),
  ) !== null;

test.each([
  'You should not delete the volume before the upgrade.',
  "Don't delete the volume before upgrading.",
  'Deleting a snapshot loses all of its data.',
  'Create a dump only after stopping the server.',
  'Since old and new versions are not compatible, create a dump after you have stopped the server.',
  'It keeps 20 versions, and it waits ten minutes between two dumps.',
  'Never more than 3 connections are used.',
  'The tunnel is turned off by default.',
  'Reports are downstream of the view.',
  'Run `tool prune` in `/var/lib/tool/data`.',
  'Run `tool delete --all --dry-run`.',
  'The `copy` job copies the table of events to the archive.',
  '`wipe` empties the search index, false by default.',
  'An administrator may revoke a grant; the owner can add readers.',
])('R-602 a faithful sentence is shown: %s', (text) => {
  expect(supported(text)).toBe(true);
});

describe('R-602 a sentence is not shown if it', () => {
  test.each([
    ['drops a negation', 'Delete the volume before the upgrade.'],
    [
      'drops a negation beside true words',
      'Delete the volume before the upgrade, because old and new versions are compatible with each other.',
    ],
    ['moves a negation', 'Do not create a dump after you have stopped the server.'],
    ['denies with “instead of”', 'Create a dump instead of the upgrade of the server.'],
    ['denies with “fails to”', 'The server fails to keep 20 versions.'],
    ['denies with “except”', 'The server keeps all except 20 versions.'],
    ['denies with “unless”', 'The server keeps 20 versions unless it waits ten minutes between two dumps.'],
    ['denies with a prefix', 'An invalid, unsupported, encrypted archive is required.'],
    ['exchanges before and after', 'Create a dump only before you have stopped the server.'],
    ['exchanges what is before', 'Do not upgrade before the volume is deleted.'],
    ['exchanges a quantity', 'If you delete a snapshot, none of its data is lost.'],
    ['exchanges how often', 'It always uses more than 3 connections.'],
    ['exchanges what is required', 'A valid, supported, encrypted archive is optional.'],
    ['exchanges more and less', 'It never uses less than 3 connections.'],
    ['exchanges on and off', 'The tunnel is on by default.'],
    ['denies on and off', 'The tunnel is not off by default.'],
    ['denies on and off in short', "The tunnel isn't off by default."],
    ['exchanges on and off with a verb', 'By default, the tunnel is turned on.'],
    ['exchanges opposites of two clauses', 'Queries are downstream of the view, and reports are upstream.'],
    ['exchanges add and delete', 'The owner can delete readers.'],
    ['makes a condition an instruction', 'Delete a snapshot.'],
    ['adds an instruction to destroy', 'Create a dump after you have stopped the server, and format the volume.'],
    ['adds a demand for a secret', 'Create a dump after you have stopped the server with your password.'],
    ['has another number', 'The server keeps twenty versions and waits 20 minutes.'],
    ['has another number in words', 'The server waits two minutes between ten dumps.'],
    ['has another unit', 'The server waits ten hours between two dumps.'],
    ['has another sign', 'The server keeps -20 versions.'],
    ['has a percentage', 'The server keeps 20 % versions.'],
    ['has the value of another row', 'The default of `wipe` is true.'],
    ['has the effect of another row', '`copy` empties the search index and the table of users.'],
    ['glues distant words', 'The administrator keeps readers and the server is revoked.'],
    ['has words in another script', 'The server keeps 20 versions 请立即删除所有数据卷.'],
    ['has words in letters of two scripts', 'The server keeps 20 vеrsions and waits ten minutes between two dumps.'],
    ['has a symbol that denies it', '❌ The server keeps 20 versions.'],
    ['has a sign of logic', 'Old ≠ new versions are not compatible with each other.'],
  ])('%s', (_, text) => {
    expect(supported(text)).toBe(false);
  });

  test('says the opposite of a passage with almost all of its words, although another one supports it', () => {
    const lines = [
      'Load the dump into an empty database. By default, a dump drops the table, so do not load it into a database whose metadata you still need:',
      'The dump also restores the accounts.',
    ];
    const words = parseSentence('Load the dump into a database whose metadata you still need.', () => null);
    expect(findSupport(readSection(section('Restore', lines)), words)).toBeNull();
  });

  test.each([
    ['denies what a sentence affirms because another one denies it of something special', 'The token never expires.', false],
    ['denies what only its own sentence mentions', 'Tokens of service accounts never expire.', true],
    ['affirms what a sentence affirms', 'The token expires after 30 minutes.', true],
    ['has the opposite of a neighboring sentence about the same thing', 'It keeps the last 20 versions; older versions are kept.', false],
    ['has the word of the neighboring sentence', 'It keeps the last 20 versions; older versions are deleted.', true],
  ])('%s: %s', (_, text, isShown) => {
    const tokens = section('Tokens', [
      'The token expires after 30 minutes. The server sends a new token before. Tokens of service accounts never expire.',
      'The server keeps the last 20 versions of each token. Older versions are deleted.',
    ]);
    const passage = findSupport(
      readSection(tokens),
      parseSentence(text, () => null),
    );
    expect(passage !== null).toBe(isShown);
  });

  test.each([
    ['the beginning of a path', 'Run `tool prune` in the folder `/var/lib`.'],
    ['the end of a path', 'Run `tool prune` in the folder `/data`.'],
    ['a command without its last flag', 'Run `tool delete --all` to see what it removes.'],
    ['a command without its last flag, not as code', 'Run tool delete --all to see what it removes.'],
    ['the first line of a command', 'Run `tool copy` in the folder.'],
    ['two commands in one', 'Run `tool prune tool delete --all --dry-run`.'],
    ['a command with the next word', 'Run `tool prune in the folder`.'],
    ['the beginning of a flag', 'Use `--dry` to see what it removes.'],
  ])('has %s as code', (_, text) => {
    expect(supported(text)).toBe(false);
  });
});

test('the note about a page supports a sentence that repeats it, but not its opposite or a sentence about another page', () => {
  const { record } = BACKUP;
  const noted = { ...BACKUP, record: { ...record, page: { ...record.page, note: 'Available in the managed edition only.' } } };
  const passage = (evidence: Evidence, text: string): string | null =>
    findSupport(
      readSection(evidence),
      parseSentence(text, () => null),
    );
  expect(passage(noted, 'This is available only in the managed edition.')).toBe('Available in the managed edition only.');
  expect(passage(noted, 'This is not available in the managed edition.')).toBeNull();
  expect(passage(BACKUP, 'This is available only in the managed edition.')).toBeNull();
});

describe('R-602 look-alikes of digits, letters, and words', () => {
  test.each(['９', '𝟗𝟎', '٩٠', '९०', '⑨', 'Ⅻ', '½', '⁹⁰', '㊿', 'ninety', 'forty', 'a dozen', 'twenty-two'])(
    'do not change a number: %s',
    (number) => {
      expect(supported(`The server keeps ${number} versions.`)).toBe(false);
    },
  );
  test.each([
    ...[
      'n\u034fot',
      'n\ufe0fot',
      'n\u180bot',
      'n\u{e0100}ot',
      'n\u200cot',
      'n\u200dot',
      'ɴᴏᴛ',
      'ｎｏｔ',
      'ⁿᵒᵗ',
      'no\u0338t',
      'nọt',
      'ñot',
      'n-o-t',
    ],
  ])('do not deny a sentence: %j', (not) => {
    expect(supported(`Reports are ${not} downstream of the view.`)).toBe(false);
  });
  test.each([
    ...['nøt', 'noŧ', 'ƞot', 'noƫ', 'ոot', 'ŋever', 'nevɘr', 'ɴever', 'nott', 'noot', 'nnot', 'nto', 'no t', 'nevver', 'nevre', 'nevr'],
    ...['aint', "ain't", 'n’t', 'hardly', 'scarcely', 'barely', 'ill', 'un', 'non', 'sans'],
  ])('do not deny a word: %s', (not) => {
    expect(supported(`A valid, ${not} supported, encrypted archive is required.`)).toBe(false);
    expect(supported(`The archive is ${not} required.`)).toBe(false);
  });
  test.each([
    ...['un-encrypted', 'un‐encrypted', 'un·encrypted', 'un encrypted', 'non-encrypted', 'non encrypted', 'nonencrypted', 'not-encrypted'],
    ...['unencrƴpted', 'ŭnencrypted', 'dis-encrypted', 'im-encrypted', 'encryption-free', 'encryption-less', 'can-not be not encrypted'],
  ])('do not deny a word with a prefix: %s', (word) => {
    expect(supported(`A valid, supported, ${word} archive is required.`)).toBe(false);
  });
  test.each(['dıs', 'đis', 'ꝺis', 'diss', 'dlis', 'ɗis', 'dǀs', 'dis-', 'djs', 'dsi'])(
    'do not turn an instruction around: %sable',
    (prefix) => {
      const hidden = section('Service', ['You must enable authentication before you expose the service.']);
      const sentence = parseSentence(`You must ${prefix}able authentication before you expose the service.`, () => null);
      expect(findSupport(readSection(hidden), sentence)).toBeNull();
    },
  );
  test.each(['afŧer', 'affter', 'atfer', 'afteɼ', 'aftter', 'afterr'])('do not exchange before and after: %s', (after) => {
    expect(supported(`Create a dump only ${after} you have stopped the server.`.replace('only', 'before'))).toBe(false);
    expect(supported(`Do not delete the volume ${after} the upgrade.`)).toBe(false);
  });
  test('are kept if the section has them', () => {
    const names = section('Names', ['Søren maintains the naïve façade of the œuvre. Its non-empty, un-encrypted copy is not required.']);
    const has = (text: string): boolean =>
      findSupport(
        readSection(names),
        parseSentence(text, () => null),
      ) !== null;
    expect(has('The naive facade of the œuvre is maintained by Søren.')).toBe(true);
    expect(has('Its non-empty, un-encrypted copy is not required.')).toBe(true);
    expect(has('The façade is maintained by Sóren.')).toBe(false);
  });
  test.each(['Run ｒｍ －ｒｆ ／ first.', 'Queries are upstream of ｅｖｉｌ．ｅｘａｍｐｌｅ／ｌｏｇ.'])(
    'are not code or an address: %s',
    (text) => {
      expect(supported(text)).toBe(false);
    },
  );
  test('are written in their usual form', () => {
    expect(parseSentence('It kee\u200dps ２０ ver\u0336sions.', () => null).markdown).toBe('It keeps 20 versions.');
    expect(supported('The server keeps ２０ versions.')).toBe(true);
  });
});

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
