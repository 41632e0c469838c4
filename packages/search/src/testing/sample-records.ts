/** A small site for the tests of search. */
import type { SearchGroup, SearchPage, SearchRecord } from '../types.ts';

/** A page with sections written as `[heading, text, ...code]`; the first one is the text under the title. */
export function samplePage(
  path: string,
  title: string,
  sections: [string, string, ...string[]][],
  more: Partial<SearchPage> = {},
): SearchRecord[] {
  const page: SearchPage = {
    id: path.slice(1),
    path,
    title,
    sidebarLabel: title,
    breadcrumbs: [],
    group: 'guides',
    language: 'en',
    tags: ['current'],
    ...more,
  };
  return sections.map(([heading, text, ...code], i) => {
    return { page, anchor: i === 0 ? '' : `s${i}`, heading, level: i === 0 ? 1 : 2, text, code };
  });
}

export const SAMPLE_GROUPS: readonly SearchGroup[] = [
  { name: 'guides', label: 'Guides', weight: 1 },
  { name: 'sources', label: 'Sources', weight: 0.95 },
  { name: 'graphql', label: 'GraphQL', weight: 0.85 },
];

export const SAMPLE_RECORDS: SearchRecord[] = [
  ...samplePage('/docs/quickstart', 'Quickstart Guide', [
    ['Quickstart Guide', 'Run the platform on your machine in minutes.'],
    ['Stopping the platform', 'Stop all containers without losing what you loaded.', 'datahub docker quickstart --stop'],
    ['Starting over', 'Removes every container and all state.', 'datahub docker nuke'],
  ]),
  ...samplePage('/docs/authentication/oidc', 'Configure OIDC', [
    ['Configure OIDC', 'Let people sign in through an identity provider.'],
    ['Enable it', 'Turn the setting on and restart the frontend.', 'AUTH_OIDC_ENABLED=true\nAUTH_OIDC_CLIENT_ID=your-client'],
    ['The café redirects for ever', 'The redirect address of the provider must be the one of the frontend.'],
  ]),
  ...samplePage('/docs/glossary', 'Business Glossary', [
    ['Business Glossary', 'Terms that the whole company shares.'],
    ['Create a term', 'The mutation createGlossaryTerm makes a glossary term.', 'mutation { createGlossaryTerm(input: {}) }'],
  ]),
  ...samplePage(
    '/docs/graphql/mutations',
    'Mutations',
    [
      ['Mutations', 'All mutations.'],
      ['createGlossaryTerm', 'input CreateGlossaryEntityInput. Makes a glossary term for the business.'],
      ['deleteGlossaryEntity', 'urn String'],
    ],
    { group: 'graphql', tags: ['reference'] },
  ),
  ...samplePage(
    '/docs/sources/snowflake',
    'Snowflake',
    [
      ['Snowflake', 'Ingesting metadata, lineage and usage from Snowflake.'],
      ['Permissions', 'The role needs usage of the warehouse. Ingestion reads the access history.'],
    ],
    { group: 'sources' },
  ),
  ...samplePage('/docs/delete', 'Removing Metadata', [
    ['Removing Metadata', 'Delete an entity softly or for good.'],
    [
      'Soft deletes',
      'A soft delete hides the entity. A snowflake is mentioned here once.',
      'datahub delete --soft --urn "urn:li:dataset:x"',
    ],
  ]),
  ...samplePage('/docs/what-is', 'What is GMS?', [['What is GMS?', 'The service that stores metadata.']]),
  ...samplePage('/de/docs/schnellstart', 'Schnellstart', [['Schnellstart', 'Quickstart auf Deutsch.']], {
    language: 'de',
    tags: ['current'],
  }),
];
