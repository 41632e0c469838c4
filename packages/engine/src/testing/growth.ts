/** Checks that the time of a function is linear in the length of a text. */

/** The clock of a thread advances in steps of 4 ms, so shorter times cannot be compared; quadratic work takes far longer. */
const NOISE_MS = 25;
/** Noise only makes runs longer, so the shortest of several is compared; most texts need only one. */
const RUNS = 6;
/** When the text doubles, the time of a linear function doubles and that of a quadratic one quadruples. */
const LINEAR = 2.5;
const DOUBLINGS = 3;

/** CPU time of this thread in milliseconds, which other processes do not affect. */
function threadTime(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Compares the time for one long text with that for as many characters in short texts, so that both do the same work where
 * the time is linear.
 * @param piece repeated to `characters`
 * @returns by how much the time grows with each doubling of the length, where that is more than linear; else null
 */
export function growthBeyondLinear(read: (text: string) => unknown, piece: string, characters: number): string | null {
  const repeat = (length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const parts = 2 ** DOUBLINGS;
  const [short, long] = [repeat(characters / parts), repeat(characters)];
  const times = { short: Infinity, long: Infinity };
  let growth = Infinity;
  for (let run = 0; run < RUNS && growth > LINEAR; run++) {
    times.long = Math.min(
      times.long,
      threadTime(() => void read(long)),
    );
    if (times.long < NOISE_MS) return null;
    times.short = Math.min(
      times.short,
      threadTime(() => {
        for (let part = 0; part < parts; part++) read(short);
      }),
    );
    growth = 2 * (times.long / times.short) ** (1 / DOUBLINGS);
  }
  return growth > LINEAR ? `${growth.toFixed(2)} times the time for each doubling of the text` : null;
}

/** Number of repetitions that take longer than the noise. */
const REPETITIONS = 60;

/** Returns how many times as long a function takes for one text as for another. */
export function relativeTime(read: (text: string) => unknown, text: string, other: string): number {
  const timeOf = (one: string): number =>
    threadTime(() => {
      for (let i = 0; i < REPETITIONS; i++) read(one);
    });
  const times = Array.from({ length: RUNS }, () => [timeOf(text), timeOf(other)] as const);
  return Math.min(...times.map(([time]) => time)) / Math.min(...times.map(([, time]) => time));
}

/** Pieces that make patterns backtrack: beginnings without an end, separators, nesting, and letters of other scripts. */
export const HOSTILE_PIECES: readonly string[] = [
  ...[
    'a',
    'a.',
    'a@',
    '1',
    '1.',
    '1 ',
    ':',
    'a1',
    '-',
    '_',
    '/',
    '\\',
    '"',
    "'",
    '`',
    '=',
    ' ',
    '\n',
    '\t',
    '(',
    '[',
    '<',
    '{',
    '*',
    '!',
    '&',
  ],
  ...[
    'eyJ',
    'eyJ-',
    'eyJa.',
    'password',
    'password=',
    'password: "',
    'token ',
    '--token ',
    'x://',
    'x://a:',
    'bearer ',
    'cookie: a',
    'mysql -',
    'a at ',
  ],
  ...[
    'ab-',
    '-----BEGIN PRIVATE KEY-----',
    'DE12 ',
    '+49 ',
    '4111 ',
    'urn:a:',
    '%40',
    'zzqqxx eyJ-',
    'password.a',
    'name: token value: ',
    'kind: Secret\ndata:\n ',
    'variable "token" {\n',
    'my password is ',
    'password is: ',
    'password -> ',
    'user a pass ',
    'a1b2c3 is my ',
    'a1b2c3 as password ',
    '| password ',
    '"password", "',
    'echo a ',
    'login a/',
    'cn=a,',
    'a:1:a:a:',
    '[a](',
    '![',
    '](',
    '<!--',
    '**a',
    '``',
    '```\n',
  ],
  ...['é', 'ａ', '日本', '👩‍💻', '\u0301', '\u202e', '\0', '٣'],
];
