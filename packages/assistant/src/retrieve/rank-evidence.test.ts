import { MARK, type SearchPage, type SearchRecord, plainText } from '@quire/search';
import { describe, expect, test } from 'vitest';
import { directoryOf, hasSteps, isBesideHistory, isDirectory } from './rank-evidence.ts';

const page: SearchPage = {
  id: 'deploy',
  path: '/docs/deploy',
  title: 'Deploy',
  sidebarLabel: 'Deploy',
  breadcrumbs: [],
  group: 'guides',
  language: 'en',
  tags: [],
};

function section(...lines: string[]): SearchRecord {
  const marked = lines.join('\n');
  return { page, anchor: '', heading: 'Deploy', level: 1, text: plainText(marked), marked, code: [] };
}

const row = (name: string, about: string): string => `${MARK.row}${MARK.label}${name} ${MARK.cell}${about}`;
const HEADER = `${MARK.headerRow}Page ${MARK.cell}What it is for`;

describe('a list of pages', () => {
  const list = section('Docker is enough to try it.', HEADER, row('Deploying to AWS', 'Create a cluster.'), row('Docker', 'Containers.'));

  test('is recognized by rows that begin with a link', () => {
    expect(isDirectory(list)).toBe(true);
    expect(isDirectory(section(HEADER, `${MARK.row}PORT ${MARK.cell}8080`))).toBe(false);
    expect(isDirectory(section('One.', 'Two.', 'Three.', row('Docker', 'Containers.')))).toBe(false);
    expect(isDirectory(section(''))).toBe(false);
  });

  test('says of each page what it is about', () => {
    const [aws, docker, ...others] = directoryOf(list);
    expect([aws?.name, docker?.name, others]).toEqual(['Deploying to AWS', 'Docker', []]);
    expect(['deploy', 'cluster', 'contain'].map((term) => aws?.about.has(term))).toEqual([true, true, false]);
    expect(['docker', 'contain', 'cluster'].map((term) => docker?.about.has(term))).toEqual([true, true, false]);
    expect(directoryOf(section('Nothing here.'))).toEqual([]);
  });
});

test('history is beside the question unless it is asked for', () => {
  const past = { ...page, title: 'Town hall history' };
  expect(isBesideHistory(past, 'how do I deploy')).toBe(true);
  expect(isBesideHistory(past, 'which town hall was about lineage')).toBe(false);
  expect(isBesideHistory(page, 'how do I deploy')).toBe(false);
});

test('steps are distinguished from items', () => {
  expect(hasSteps(section(`${MARK.step}1${MARK.step}Start it.`))).toBe(true);
  expect(hasSteps(section(`${MARK.item}One of many.`))).toBe(false);
});
