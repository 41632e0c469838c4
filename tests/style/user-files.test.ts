/** Checks the files of people and groups that pages pass to `datahub user upsert` and `datahub group upsert`. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { readPages } from './pages.ts';
import { examples } from './written-names.ts';

type Person = Record<string, unknown> & { id: string };

/** With one of these fields, the command writes only the profile that people edit themselves. */
const EDITABLE = ['slack', 'phone', 'description', 'picture_link'];
/** That profile does not contain these fields, so the command ignores them. */
const IGNORED = ['display_name', 'title', 'manager_urn', 'department_id', 'department_name', 'country_code'];

const isPerson = (value: unknown): value is Person => typeof value === 'object' && value !== null && 'id' in value;

function people(code: string): Person[] {
  const file = parse(code) as unknown;
  if (Array.isArray(file)) return file.filter(isPerson);
  const { members = [], owners = [] } = (file ?? {}) as { members?: unknown[]; owners?: unknown[] };
  return [members, owners].flatMap((list) => (Array.isArray(list) ? list.filter(isPerson) : []));
}

function ignoredFields(code: string): string[] {
  return people(code)
    .filter((person) => EDITABLE.some((field) => field in person))
    .flatMap((person) => IGNORED.filter((field) => field in person).map((field) => `${person.id} ${field}`));
}

test('a file of users has no field that the command ignores', () => {
  const files = readPages()
    .filter(({ lines }) => lines.some(({ text }) => /datahub (user|group) upsert/.test(text)))
    .flatMap((page) => examples(page).map(({ language, code, line }) => ({ place: `${page.file}:${line}`, language, code })))
    .filter(({ language, code }) => language === 'yaml' && people(code).length > 0);
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(({ place, code }) => ignoredFields(code).map((field) => `${place} ${field}`))).toEqual([]);
});

test('a display name next to a Slack handle is found', () => {
  expect(ignoredFields('members:\n  - ana\n  - id: ben\n    display_name: Ben\n    slack: "@ben"\n')).toEqual(['ben display_name']);
  expect(ignoredFields('- id: ben\n  title: Analyst\n')).toEqual([]);
});
