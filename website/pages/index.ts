/** The front pages of this site: the route, data file, schema, and component of each. */
import { definePages } from '@quire/engine';
import { notFoundSchema, searchSchema } from '@quire/engine/page-fields';

import { docsLandingSchema, guildSchema, homeSchema, integrationsSchema } from './schemas.ts';

export const pages = definePages([
  { kind: 'home', path: '/', data: 'content/pages/home.yaml', schema: homeSchema, component: 'pages/home.tsx' },
  {
    kind: 'docs-landing',
    path: '/docs',
    data: 'content/pages/docs-landing.yaml',
    schema: docsLandingSchema,
    component: 'pages/docs-landing.tsx',
  },
  { kind: 'guild', path: '/guild', data: 'content/pages/guild.yaml', schema: guildSchema, component: 'pages/guild.tsx' },
  {
    kind: 'integrations',
    path: '/integrations',
    data: 'content/pages/integrations.yaml',
    schema: integrationsSchema,
    component: 'pages/integrations.tsx',
  },
  { kind: 'search', path: '/search', data: 'content/pages/search.yaml', schema: searchSchema },
  { kind: 'not-found', path: '/404', data: 'content/pages/not-found.yaml', schema: notFoundSchema },
]);
