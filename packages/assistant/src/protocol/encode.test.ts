import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RESPONSE_MARKER } from '../contract.ts';
import { createMarkerFilter, encodeReferences, encodeReferencesHeader } from './encode.ts';

/** The references as a client of the header form reads them. */
function readHeader(value: string): unknown {
  return JSON.parse(new TextDecoder().decode(new Uint8Array(value.split(',').map(Number))));
}

function filtered(pieces: readonly string[]): string {
  const filter = createMarkerFilter();
  return pieces.map((piece) => filter.write(piece)).join('') + filter.end();
}

describe('R-407 references', () => {
  test('stand before the marker as JSON', () => {
    expect(encodeReferences(['docs/a.md', 'docs/b.md'])).toBe(`["docs/a.md","docs/b.md"]${RESPONSE_MARKER}`);
    expect(encodeReferences([])).toBe(`[]${RESPONSE_MARKER}`);
  });

  test('an id that holds the marker does not end them', () => {
    const [json = '', rest] = encodeReferences([`x${RESPONSE_MARKER}y`]).split(RESPONSE_MARKER);
    expect(JSON.parse(json)).toEqual([`x${RESPONSE_MARKER}y`]);
    expect(rest).toBe('');
  });

  test('the header holds the same, in bytes, whatever the ids are made of', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 10 }), (ids) => {
        const value = encodeReferencesHeader(ids);
        expect(value).toMatch(/^[\d,]+$/);
        expect(readHeader(value)).toEqual({ references: ids });
      }),
    );
  });

  test('the header stays far below 8 kB: the last ids are left out', () => {
    const ids = Array.from({ length: 200 }, (_, i) => `docs/generated/a-page-with-a-long-name-${i}.md`);
    const value = encodeReferencesHeader(ids);
    expect(value.length).toBeLessThanOrEqual(6000);
    const { references } = readHeader(value) as { references: string[] };
    expect(references.length).toBeGreaterThan(20);
    expect(references).toEqual(ids.slice(0, references.length));
  });
});

describe('R-412 the marker never occurs in the text', () => {
  test('text without it is let through as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('_', 'S', 'T', 'é', ' ') })), (pieces) => {
        expect(filtered(pieces)).toBe(pieces.join(''));
      }),
    );
  });

  test('however it is split, and nested in itself', () => {
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

  test('what only begins like it is not lost at the end', () => expect(filtered(['dunder ___STA'])).toBe('dunder ___STA'));
});
