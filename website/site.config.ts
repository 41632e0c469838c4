import { assistant } from '@quire/assistant';
import { defineConfig } from '@quire/engine';
import { reference } from '@quire/reference';

import { components } from './components.ts';
import { editUrl } from './edit-links.ts';
import { gateWeights } from './gate-weights.ts';
import { otherTools } from './other-tools.ts';
import { pages } from './pages/index.ts';
import { townHallFeed } from './town-hall-feed.ts';

const CHAT = 'https://slack.datahubproject.io';
const REPOSITORY = 'https://github.com/datahub-project/datahub';
const VIDEOS = 'https://www.youtube.com/channel/UC3qFQC5IiwR5fvWEqi_tJ5w';
const DEMO = 'https://demo.datahubproject.io/';
const BLOG = 'https://blog.datahubproject.io/';
const REQUESTS = 'https://feature-requests.datahubproject.io/';

/** Prefixes of CLI commands, which the assistant matches exactly. */
const COMMANDS = [
  'datahub actions',
  'datahub check',
  'datahub check plugins',
  'datahub delete',
  'datahub docker',
  'datahub docker check',
  'datahub docker nuke',
  'datahub docker quickstart',
  'datahub dataproduct',
  'datahub dataproduct update',
  'datahub dataproduct upsert',
  'datahub exists',
  'datahub get',
  'datahub group',
  'datahub group upsert',
  'datahub ingest',
  'datahub ingest deploy',
  'datahub ingest rollback',
  'datahub ingest run',
  'datahub ingest show',
  'datahub init',
  'datahub lite',
  'datahub lite export',
  'datahub lite init',
  'datahub lite list',
  'datahub lite serve',
  'datahub migrate',
  'datahub put',
  'datahub put aspect',
  'datahub put platform',
  'datahub telemetry',
  'datahub telemetry disable',
  'datahub telemetry enable',
  'datahub timeline',
  'datahub user',
  'datahub user upsert',
  'datahub version',
];

/** The website of DataHub. `packages/engine/src/config/schema.ts` documents every key and its default. */
export default defineConfig({
  title: 'DataHub',
  tagline: 'Find, understand, and trust the data you already have',
  url: 'https://datahubproject.io',
  baseUrl: '/',
  favicon: '/favicon.svg',

  customFields: { isSaas: false },
  managedEdition: { title: 'Managed DataHub' },

  aiChats: [
    { name: 'ChatGPT', url: 'https://chatgpt.com/?q={prompt}' },
    { name: 'Claude', url: 'https://claude.ai/new?q={prompt}' },
  ],

  announcementBar: {
    id: 'announcement',
    content:
      '<p><strong>Managed DataHub</strong> <span>runs the catalog for you and adds features for teams.</span> ' +
      '<a href="https://www.acryldata.io/datahub-sign-up">Sign up for Managed DataHub</a></p>',
    backgroundColor: '#070707',
    textColor: '#ffffff',
    isCloseable: false,
  },

  navbar: {
    title: 'DataHub',
    // The icon of the site, which browsers fetch anyway, is legible in both color modes.
    logo: { alt: '', src: '/favicon.svg' },
    items: [
      { label: 'Docs', to: '/docs', position: 'right', activeBasePath: '/docs' },
      { label: 'Integrations', to: '/integrations', position: 'right' },
      { label: 'Demo', href: DEMO, position: 'right' },
      { label: 'Blog', href: BLOG, position: 'right' },
      { label: 'Roadmap', href: `${REQUESTS}roadmap`, position: 'right' },
      { label: 'Slack', href: CHAT, position: 'right', icon: 'slack' },
      { label: 'GitHub', href: REPOSITORY, position: 'right', icon: 'github' },
      { label: 'YouTube', href: VIDEOS, position: 'right', icon: 'youtube' },
    ],
  },

  footer: {
    style: 'dark',
    groups: [
      {
        title: 'Docs',
        items: [
          { label: 'Documentation', to: '/docs' },
          { label: 'Quickstart', to: '/docs/quickstart' },
          { label: 'Features', to: '/docs/features' },
        ],
      },
      {
        title: 'Community',
        items: [
          { label: 'Slack', href: CHAT },
          { label: 'YouTube', href: VIDEOS },
          { label: 'Blog', href: BLOG },
          { label: 'Town Halls', to: '/docs/townhalls' },
          { label: 'Adoption', to: '/docs/introduction#adoption' },
          { label: 'Guild', to: '/guild' },
        ],
      },
      {
        title: 'More',
        items: [
          { label: 'Demo', href: DEMO },
          { label: 'Roadmap', href: `${REQUESTS}roadmap` },
          { label: 'Contributing', to: '/docs/contributing' },
          { label: 'GitHub', href: REPOSITORY },
          { label: 'Feature Requests', href: REQUESTS },
        ],
      },
    ],
    copyright: 'Copyright © 2015–{year} DataHub Project Authors.',
  },

  colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: false },
  links: { chat: CHAT, repository: REPOSITORY },
  questions: [
    { ask: 'How do I install DataHub on my computer?', path: '/docs/quickstart' },
    { ask: 'Which data sources can DataHub read?', path: '/integrations' },
    { ask: 'How do I ingest metadata from the web interface?', path: '/docs/ui-ingestion' },
    { ask: 'How do I see where a table comes from and who uses it?', path: '/docs/lineage/lineage-feature-guide' },
    { ask: 'How do I deploy DataHub to Kubernetes?', path: '/docs/deploy/kubernetes' },
  ],

  securityContact: {
    contact: ['https://github.com/datahub-project/datahub/security/advisories/new'],
    expires: '2027-11-01',
    preferredLanguages: ['en'],
  },

  components,
  docs: {
    root: 'content/docs',
    sidebar: 'content/sidebar.yaml',
    defaultSidebar: 'overviewSidebar',
    editUrl,
    // Hide the authors of automated commits, since they cannot answer questions. The date is still shown.
    ignoredAuthors: ['Seed *'],
  },
  pages,
  islands: {
    'integrations-filter': 'pages/integrations/integrations-filter.browser.ts',
    lineage: 'pages/home/lineage-graph.browser.ts',
  },
  pageStyles: 'pages/styles/index.css',
  plugins: [
    reference({ catalog: 'catalog' }),
    townHallFeed(),
    assistant({ brands: ['LinkedIn'], commands: COMMANDS, otherTools, gate: gateWeights }),
  ],
  redirects: 'content/redirects.yaml',
  socialCards: true,

  search: {
    provider: 'embedded',
    indexName: 'datahubproject',
    synonyms: 'content/synonyms.yaml',
    phrasings: 'phrasings',
    minimumRecords: 300,
    names: ['LinkedIn'],
    popularPages: [
      { label: 'DataHub concepts', path: '/docs/what-is-datahub/datahub-concepts' },
      { label: 'Introduction to metadata ingestion', path: '/docs/metadata-ingestion' },
      { label: 'DataHub CLI', path: '/docs/cli' },
      { label: 'Choose a DataHub API', path: '/docs/api/datahub-apis' },
      { label: 'Access policies', path: '/docs/authorization/access-policies-guide' },
    ],
    groups: [
      { name: 'guides', label: 'Guides' },
      { name: 'sources', label: 'Sources', path: '/generated/ingestion/sources', weight: 0.95 },
      { name: 'entities', label: 'Entities', path: '/generated/metamodel', weight: 0.85 },
      { name: 'graphql', label: 'GraphQL', path: '/graphql', weight: 0.85 },
      { name: 'releases', label: 'Release notes', path: ['/releases', '/managed-datahub/release-notes'], weight: 0.7 },
    ],
  },
});
