import type { Evidence } from '@quire/search';

/** A section of a page, as retrieval finds it. */
export function sampleEvidence(path: string, heading: string, text: string, code: string[] = []): Evidence {
  const title = heading.split(':')[0] ?? heading;
  const page = { id: path.slice(1), path, title, sidebarLabel: title, breadcrumbs: [], group: 'guides' as const, language: 'en', tags: [] };
  const anchor = heading.toLowerCase().replaceAll(/\W+/g, '-');
  return {
    record: { page, anchor, heading, level: 2, text, code },
    recordNumber: path.length,
    score: 1,
    coverage: 1,
    contains: () => true,
  };
}

export const DELETING = sampleEvidence(
  '/docs/how/delete-metadata',
  'Deleting metadata',
  'The delete command removes metadata from DataHub. A soft delete hides an entity from search and keeps its data. ' +
    'A hard delete removes all rows of the entity and cannot be undone.\nPass --hard for a hard delete.',
  ['datahub delete --urn "<urn>"\ndatahub delete --urn "<urn>" --hard'],
);
export const OIDC = sampleEvidence(
  '/docs/authentication/guides/sso/oidc',
  'Configure OIDC',
  'Set AUTH_OIDC_ENABLED to true to turn on single sign-on. The frontend listens on port 9002 at http://localhost:9002. Restart the datahub-frontend container.',
);
export const DOMAINS = sampleEvidence(
  '/docs/domains',
  'Domains',
  'A domain is a logical collection of related assets, such as Marketing or Finance.',
);
