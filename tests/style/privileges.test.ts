/** Checks the names of privileges and pods on pages. */
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { graphql } from '@quire/reference/catalog';

import { readPages, ROOT } from './pages.ts';
import type { WrittenPage } from './pages.ts';

const pages = readPages();
const pageOf = (file: string): WrittenPage => {
  const found = pages.find((page) => page.file === `website/content/docs/${file}`);
  if (found === undefined) throw new Error(`${file}: The page does not exist.`);
  return found;
};

/** Privileges of the platform that are not in the tables of policies and roles. */
const OTHERS = ['Delete', 'Create Global Announcements', 'Manage Platform Settings', 'Edit Operations', 'Edit Embedded Content'];

/** The privileges in the tables of the pages on policies and roles; the second column may have them if the first has entities. */
const privileges = new Set([
  ...OTHERS,
  ...['authorization/policies.md', 'authorization/roles.md'].flatMap((file) =>
    pageOf(file).lines.flatMap(({ text }) => {
      const cells = text.split('|').map((cell) => cell.replace('†', '').trim());
      return text.startsWith('|') ? cells.slice(1, 3).filter((cell) => /^[A-Z]/.test(cell)) : [];
    }),
  ),
]);

/** Finds bold names next to the word "privilege". */
const NAMED = /\*\*([A-Z][^*]+)\*\* (?:platform |metadata )?privileges?\b|\bprivileges? (?:is |are |named )?\*\*([A-Z][^*]+)\*\*/g;

test('privileges beside the word "privilege" are in the tables of policies and roles', () => {
  const unknown = pages.flatMap(({ file, lines }) =>
    lines.flatMap(({ text, number }) =>
      [...text.matchAll(NAMED)].flatMap(([, before, after]) => {
        const name = before ?? after ?? '';
        return privileges.has(name) ? [] : [`${file}:${number} ${name}`];
      }),
    ),
  );
  expect(unknown).toEqual([]);
});

test('the privileges of GraphQL operations are in the tables of policies and roles', async () => {
  const { catalog } = await graphql.read({ dir: join(ROOT, 'website/catalog'), projectRoot: ROOT });
  const longestFirst = [...privileges].toSorted((a, b) => b.length - a.length);
  const unknown = Object.entries(catalog.presentation.privileges).flatMap(([operation, text]) => {
    const rest = longestFirst.reduce((left, name) => left.replaceAll(name, ''), text);
    return /[A-Z]\w+ (?:&|[A-Z])/.test(rest) || (rest === text && !text.startsWith('None')) ? [`${operation}: ${text}`] : [];
  });
  expect(unknown).toEqual([]);
});

test('every mutation names its privilege, or that it needs none', async () => {
  const { catalog } = await graphql.read({ dir: join(ROOT, 'website/catalog'), projectRoot: ROOT });
  const mutations = Object.keys(catalog.schema?.getMutationType()?.getFields() ?? {});
  expect(mutations.length).toBeGreaterThan(90);
  expect(mutations.filter((name) => !(name in catalog.presentation.privileges))).toEqual([]);
});

/** Removes the random suffixes from the names of pods. */
const podsOf = ({ lines }: WrittenPage): string[] =>
  lines.flatMap(({ text }) => /^\s*([a-z][a-z-]*?)(?:-[a-f0-9]{8,10})?(?:-[a-z0-9]{5}|-\d)\s+\d\/\d\s+\w+/.exec(text)?.[1] ?? []);

test('pods in the output of commands are those of the deployment guide', () => {
  const deployed = new Set(podsOf(pageOf('deploy/kubernetes.md')));
  expect(deployed.size).toBeGreaterThan(5);
  const unknown = pages.flatMap((page) => podsOf(page).flatMap((pod) => (deployed.has(pod) ? [] : [`${page.file} ${pod}`])));
  expect(unknown).toEqual([]);
});

test('overviews that promise authorization say that it does not cover the REST API by default', () => {
  const overviews = [
    'authentication/concepts.md',
    'authentication/guides/add-users.md',
    'authentication/introducing-metadata-service-authentication.md',
    'authentication/personal-access-tokens.md',
    'authorization/index.md',
    'authorization/roles.md',
    'features.md',
    'how/configuring-authorization-with-apache-ranger.md',
    'plugins.md',
    'what/gms.md',
  ];
  const silent = overviews.filter((file) => !pageOf(file).lines.some(({ text }) => text.includes('policies.md#authorize-the-rest-api')));
  expect(silent).toEqual([]);
});
