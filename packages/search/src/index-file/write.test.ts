import { expect, test } from 'vitest';
import { SAMPLE_RECORDS, samplePage } from '../testing/sample-records.ts';
import { IndexFormatError, VERSION, checksum } from './format.ts';
import { decodeIndex } from './read.ts';
import { encodeIndex } from './write.ts';

const bytes = encodeIndex(SAMPLE_RECORDS);

test('records are decoded as they were encoded', () => {
  const index = decodeIndex(bytes);
  expect(SAMPLE_RECORDS.map((_, i) => index.record(i))).toEqual(SAMPLE_RECORDS);
  expect(index.pages).toHaveLength(8);
  expect([...index.firstSection].at(-1)).toBe(SAMPLE_RECORDS.length);
});

test('empty code blocks, separators in a text, and any anchors are preserved', () => {
  const [first] = SAMPLE_RECORDS;
  if (first === undefined) throw new Error('There are no sample records.');
  const section = { ...first, heading: 'Über die `URN`s: a & b', text: 'One.\nTwo.', code: ['', 'a\n', ''], questions: ['why?', 'how?'] };
  const anchors = ['', 'über-die-urns-a--b', 'custom'];
  const records = anchors.map((anchor) => ({ ...section, anchor }));
  const index = decodeIndex(encodeIndex([{ ...section, text: 'a\u001db\u001ec', code: ['\u001e'] }, ...records]));
  expect(index.record(0)).toMatchObject({ text: 'abc', code: [''] });
  expect(index.record(1)).toEqual(records[0]);
  expect(index.record(2)).toEqual(records[1]);
  expect(index.record(3)).toEqual(records[2]);
});

test('encoding is deterministic', () => {
  expect(encodeIndex(structuredClone(SAMPLE_RECORDS))).toEqual(bytes);
});

test('truncated, foreign, damaged, and outdated files are rejected with instructions', () => {
  const refusal = (file: Uint8Array): string => {
    try {
      decodeIndex(file);
    } catch (error) {
      expect(error).toBeInstanceOf(IndexFormatError);
      return (error as Error).message;
    }
    return 'read';
  };
  expect(refusal(bytes.slice(0, -1))).toMatch(/incomplete: \d+ of \d+ bytes are there. Build the site again/);
  for (const foreign of ['', 'PK', '<!doctype html><title>404</title>'.padEnd(200)])
    expect(refusal(new TextEncoder().encode(foreign))).toMatch(/not a search index/);
  const damaged = bytes.slice();
  damaged[Math.floor(damaged.length / 2)] = (damaged[Math.floor(damaged.length / 2)] as number) ^ 1;
  expect(refusal(damaged)).toMatch(/damaged: its checksum does not match/);
  const old = bytes.slice();
  new DataView(old.buffer).setUint32(4, VERSION + 1, true);
  expect(refusal(old)).toBe(
    `The search index has format ${VERSION + 1}, but this program reads format ${VERSION}. Build the site again to get a new one.`,
  );
});

test('the checksum depends on each byte', () => {
  const one = new Uint8Array([1, 2, 3, 4, 5, 6, 7]);
  for (let i = 0; i < one.length; i++) {
    const other = one.slice();
    other[i] = 99;
    expect(checksum(other, 0)).not.toBe(checksum(one, 0));
  }
});

test('terms of any script survive front coding', () => {
  const index = decodeIndex(encodeIndex(samplePage('/docs/x', '数据 目录', [['𝒜b 𝒜c', 'каталог данных فهرس البيانات 𠀀a 𠀁b']])));
  for (const term of ['数据', 'каталог', 'فهرس', '𠀀a', '𠀁b']) expect(index.dictionary.find(term), term).toBeGreaterThanOrEqual(0);
});
