import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { anyCharacter } from '@quire/search/testing';
import { RESPONSE_MARKER } from '#contract.ts';
import {
  createAnswerReader,
  createMarkerFilter,
  decodeReferencesHeader,
  encodeReferences,
  encodeReferencesHeader,
} from './completion-stream.ts';

/** Parses the references header as a client does. */
function readHeader(value: string): unknown {
  return JSON.parse(new TextDecoder().decode(new Uint8Array(value.split(',').map(Number))));
}

function filtered(pieces: readonly string[]): string {
  const filter = createMarkerFilter();
  return pieces.map((piece) => filter.write(piece)).join('') + filter.end();
}

describe('R-407 references', () => {
  test('are sent as JSON before the marker', () => {
    expect(encodeReferences(['docs/a.md', 'docs/b.md'])).toBe(`["docs/a.md","docs/b.md"]${RESPONSE_MARKER}`);
    expect(encodeReferences([])).toBe(`[]${RESPONSE_MARKER}`);
  });

  test('an id that contains the marker does not end the references', () => {
    const [json = '', rest] = encodeReferences([`x${RESPONSE_MARKER}y`]).split(RESPONSE_MARKER);
    expect(JSON.parse(json)).toEqual([`x${RESPONSE_MARKER}y`]);
    expect(rest).toBe('');
  });

  test('property: the header encodes any ids as bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter, maxLength: 20 }), { maxLength: 10 }), (ids) => {
        const value = encodeReferencesHeader(ids);
        expect(value).toMatch(/^[\d,]+$/);
        expect(readHeader(value)).toEqual({ references: ids });
      }),
    );
  });

  test('the header is at most 6 kB, and the last ids are dropped to fit', () => {
    const ids = Array.from({ length: 200 }, (_, i) => `docs/generated/a-page-with-a-long-name-${i}.md`);
    const value = encodeReferencesHeader(ids);
    expect(value.length).toBeLessThanOrEqual(6000);
    const { references } = readHeader(value) as { references: string[] };
    expect(references.length).toBeGreaterThan(20);
    expect(references).toEqual(ids.slice(0, references.length));
  });
});

describe('R-412 the text never contains the marker', () => {
  test('property: text without the marker passes through unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('_', 'S', 'T', 'é', ' ') })), (pieces) => {
        expect(filtered(pieces)).toBe(pieces.join(''));
      }),
    );
  });

  test('property: the marker is removed however it is split or nested', () => {
    const half = RESPONSE_MARKER.length / 2;
    const nested = RESPONSE_MARKER.slice(0, half) + RESPONSE_MARKER + RESPONSE_MARKER.slice(half);
    const texts = fc.array(
      fc.constantFrom(RESPONSE_MARKER, nested, '___', '_', 'START', ' ', 'text', RESPONSE_MARKER.slice(3), RESPONSE_MARKER.slice(0, -3)),
    );
    fc.assert(
      fc.property(texts, fc.array(fc.nat(200)), (parts, cuts) => {
        const text = parts.join('');
        const places = [0, ...cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((place, i) => text.slice(places[i], place));
        expect(filtered(pieces)).not.toContain(RESPONSE_MARKER);
      }),
      { numRuns: 500 },
    );
    expect(filtered([`a ${RESPONSE_MARKER} b`])).toBe('a START RESPONSE STREAM b');
  });

  test('an incomplete marker at the end of the text is kept', () => expect(filtered(['dunder ___STA'])).toBe('dunder ___STA'));
});

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Reads a body in chunks that end at the given offsets, and records references when they arrive. */
function readInPieces(body: Uint8Array, cuts: readonly number[], reader = createAnswerReader()) {
  const ends = [...cuts.map((cut) => cut % (body.length + 1)).toSorted((a, b) => a - b), body.length];
  const parts = ends.map((end, place) => reader.read(body.subarray(ends[place - 1] ?? 0, end)));
  const all = [...parts, reader.end()];
  return {
    references: all.map(({ references }) => references).filter((references) => references !== null),
    text: all.map(({ text }) => text).join(''),
  };
}

const read = (body: string, options?: Parameters<typeof createAnswerReader>[0]) =>
  readInPieces(bytesOf(body), [], createAnswerReader(options));

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('Überblick → 数据 🧭', `a${RESPONSE_MARKER}b`, '__', '___START_', '["x"]'),
);
const cuts = fc.array(fc.nat(4000), { maxLength: 12 });

describe('R-407 parsing an answer', () => {
  test('property: the chunk boundaries do not change the result', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), anyText, cuts, (ids, answer, at) => {
        const { references, text } = readInPieces(bytesOf(encodeReferences(ids) + answer), at);
        expect(references).toEqual([ids]);
        expect(text).toBe(answer.replace(/^\uFEFF/, answer[0] ?? ''));
      }),
      { numRuns: 300 },
    );
  });

  test('text is returned as soon as its last byte arrives', () => {
    const reader = createAnswerReader();
    const body = bytesOf(`${encodeReferences(['a.md'])}é`);
    const parts = Array.from(body, (byte) => reader.read(Uint8Array.of(byte)));
    expect(parts.at(-3)).toEqual({ references: ['a.md'], text: '' });
    expect(parts.at(-2)).toEqual({ references: null, text: '' });
    expect(parts.at(-1)).toEqual({ references: null, text: 'é' });
    expect(reader.end()).toEqual({ references: null, text: '' });
  });

  test('a second marker is text', () => {
    expect(read(`["a"]${RESPONSE_MARKER}x${RESPONSE_MARKER}y`)).toEqual({ references: [['a']], text: `x${RESPONSE_MARKER}y` });
  });

  test('a body that ends within a character ends with a replacement character', () => {
    const body = bytesOf(`[]${RESPONSE_MARKER}é`);
    expect(readInPieces(body.subarray(0, -1), []).text).toBe('\uFFFD');
  });

  test.each([
    ['', [], ''],
    ['An answer without anything before it.', [], 'An answer without anything before it.'],
    ['[1](/docs/x) is the source.', [], '[1](/docs/x) is the source.'],
    ['["a.md"]', ['a.md'], ''],
    ['["a.md", "b', [], ''],
    ['[', [], ''],
  ])('a body without the marker is text: %j', (body, references, text) => {
    expect(read(body)).toEqual({ references: [references], text });
  });

  test.each(['not JSON', '{"a":1}', 'null', '', '<html>'])('%j before the marker is reported, and the text is still returned', (list) => {
    const onProblem = vi.fn();
    expect(read(`${list}${RESPONSE_MARKER}The answer.`, { onProblem })).toEqual({ references: [[]], text: 'The answer.' });
    expect(onProblem).toHaveBeenCalledExactlyOnceWith('The list of references before the answer cannot be parsed, so it is omitted.');
  });

  test('list items that are not strings are skipped', () => {
    expect(read(`["a", 1, null, {"b": 2}]${RESPONSE_MARKER}`).references).toEqual([['a']]);
  });

  test('references in the header take precedence, and the body may lack them', () => {
    expect(read(`["body"]${RESPONSE_MARKER}x`, { headerReferences: ['header'] })).toEqual({ references: [['header']], text: 'x' });
    expect(read('Plain text.', { headerReferences: ['header'] })).toEqual({ references: [['header']], text: 'Plain text.' });
  });
});

describe('R-407 the references header', () => {
  test('property: encoded ids are decoded unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 10 }), (ids) => {
        expect(decodeReferencesHeader(encodeReferencesHeader(ids))).toEqual(ids);
      }),
    );
  });

  test.each([null, '', 'abc', '1,2,', '91,93', '123', '123,34,125', '9999', '123,125'])('%j is not a valid header', (value) => {
    expect(decodeReferencesHeader(value)).toBeNull();
  });
});
