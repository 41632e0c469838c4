import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { RESPONSE_MARKER } from '../contract.ts';
import { createAnswerReader, decodeReferencesHeader } from './answer-reader.ts';
import { encodeReferences, encodeReferencesHeader } from './encode.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Reads a body in pieces that end at the given places; references are told when they come. */
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

describe('R-407 reading an answer', () => {
  test('however it is cut, in the marker and in characters, the same is read', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), anyText, cuts, (ids, answer, at) => {
        const { references, text } = readInPieces(bytesOf(encodeReferences(ids) + answer), at);
        expect(references).toEqual([ids]);
        expect(text).toBe(answer.replace(/^\uFEFF/, answer[0] ?? ''));
      }),
      { numRuns: 300 },
    );
  });

  test('byte by byte, text is given as soon as it is there', () => {
    const reader = createAnswerReader();
    const body = bytesOf(`${encodeReferences(['a.md'])}é`);
    const parts = Array.from(body, (byte) => reader.read(Uint8Array.of(byte)));
    expect(parts.at(-3)).toEqual({ references: ['a.md'], text: '' });
    expect(parts.at(-2)).toEqual({ references: null, text: '' });
    expect(parts.at(-1)).toEqual({ references: null, text: 'é' });
    expect(reader.end()).toEqual({ references: null, text: '' });
  });

  test('a later occurrence of the marker is text', () => {
    expect(read(`["a"]${RESPONSE_MARKER}x${RESPONSE_MARKER}y`)).toEqual({ references: [['a']], text: `x${RESPONSE_MARKER}y` });
  });

  test('a body that ends within a character', () => {
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
  ])('without the marker: %j', (body, references, text) => {
    expect(read(body)).toEqual({ references: [references], text });
  });

  test.each(['not JSON', '{"a":1}', 'null', '', '<html>'])('%j before the marker: told, and the answer is read', (list) => {
    const onProblem = vi.fn();
    expect(read(`${list}${RESPONSE_MARKER}The answer.`, { onProblem })).toEqual({ references: [[]], text: 'The answer.' });
    expect(onProblem).toHaveBeenCalledExactlyOnceWith('The list of references before the answer cannot be read; it is left out.');
  });

  test('what is no text in the list is left out', () => {
    expect(read(`["a", 1, null, {"b": 2}]${RESPONSE_MARKER}`).references).toEqual([['a']]);
  });

  test('the header has the say where both are there, and is enough by itself', () => {
    expect(read(`["body"]${RESPONSE_MARKER}x`, { headerReferences: ['header'] })).toEqual({ references: [['header']], text: 'x' });
    expect(read('Plain text.', { headerReferences: ['header'] })).toEqual({ references: [['header']], text: 'Plain text.' });
  });
});

describe('R-407 the references in the header', () => {
  test('any ids come back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 10 }), (ids) => {
        expect(decodeReferencesHeader(encodeReferencesHeader(ids))).toEqual(ids);
      }),
    );
  });

  test.each([null, '', 'abc', '1,2,', '91,93', '123', '123,34,125', '9999', '123,125'])('%j is none', (value) => {
    expect(decodeReferencesHeader(value)).toBeNull();
  });
});
