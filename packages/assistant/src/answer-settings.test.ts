import { describe, expect, test } from 'vitest';
import { type AssistantFile, resolveReferences } from './answer-settings.ts';

const file: Pick<AssistantFile, 'documents'> = {
  documents: {
    quickstart: ['/docs/quickstart', 'Quickstart'],
    'generated/ingestion/sources/kafka': ['/docs/generated/ingestion/sources/kafka', 'Kafka'],
    'managed-datahub/release-notes/v_0_2_1': ['/docs/managed-datahub/release-notes/v_0_2_1', 'v0.2.1'],
    'releases/v0.10.5': ['/docs/releases/v0.10.5', 'v0.10.5'],
    introduction: ['/docs', 'Introduction'],
  },
};
const resolve = (...ids: string[]) => resolveReferences(ids, file, '/docs');

describe('R-408 references', () => {
  test('an id is resolved without its extension, and the label is the path without "docs" and "generated/docs"', () => {
    expect(resolve('quickstart.md', 'generated/ingestion/sources/kafka.mdx')).toEqual([
      { number: 1, path: '/docs/quickstart', title: 'Quickstart', label: 'quickstart' },
      { number: 2, path: '/docs/generated/ingestion/sources/kafka', title: 'Kafka', label: 'ingestion/sources/kafka' },
    ]);
  });

  test('a dot in a version number does not start an extension', () => {
    expect(resolve('releases/v0.10.5.md', 'releases/v0.10.5').map(({ label }) => label)).toEqual(['releases/v0.10.5']);
  });

  test('an unknown id is skipped, and the other references keep their numbers', () => {
    expect(resolve('gone.md', '', 'quickstart.md').map(({ number, label }) => [number, label])).toEqual([[3, 'quickstart']]);
  });

  test.each(['__proto__', 'constructor', 'toString.md', '../../etc/passwd'])('%s is unknown', (id) => expect(resolve(id)).toEqual([]));

  test('a page is listed once, and the label of the docs landing page is its path', () => {
    expect(resolve('introduction.md', 'introduction', 'quickstart').map(({ number, label }) => [number, label])).toEqual([
      [1, '/docs'],
      [3, 'quickstart'],
    ]);
  });
});
