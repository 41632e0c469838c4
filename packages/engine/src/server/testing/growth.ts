/** Whether the time of a function grows with the length of a text and no faster. */

const RUNS = 3;
/** A time that is shorter cannot be compared; quadratic work on such texts takes far longer. */
const NOISE_MS = 4;

function shortestRun(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

const DOUBLINGS = 3;

/**
 * Compares the time for one long text with that for as many characters in short texts, so that both do the same work where
 * the time is linear.
 * @param piece repeated to `characters`
 * @returns by how much the time grows with each doubling of the length: 2 where it is linear, 4 where it is quadratic
 */
export function growthPerDoubling(read: (text: string) => unknown, piece: string, characters: number): number {
  const repeat = (length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const parts = 2 ** DOUBLINGS;
  const [short, long] = [repeat(characters / parts), repeat(characters)];
  const longTime = shortestRun(() => read(long));
  if (longTime < NOISE_MS) return 1;
  const shortTime = shortestRun(() => {
    for (let part = 0; part < parts; part++) read(short);
  });
  return 2 * (longTime / shortTime) ** (1 / DOUBLINGS);
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
