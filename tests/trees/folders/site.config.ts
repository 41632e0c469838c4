/** A tree whose docs are the whole site, with two sidebars, folder metadata, and sidebar entries of every type. */
import { defineConfig } from '@quire/engine';

export default defineConfig({
  title: 'Kestrel',
  url: 'https://kestrel.example.org',
  staticDirectories: [],
  docs: { root: 'docs', routeBasePath: '/', sidebar: 'sidebars.ts', showLastUpdateAuthor: false, showLastUpdateTime: false },
});
