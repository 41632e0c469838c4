/** A Docusaurus tree of seven pages, built by configuration alone. */
import { defineConfig } from '@quire/engine';

export default defineConfig({
  title: 'Kestrel',
  url: 'https://kestrel.example.org',
  staticDirectories: [],
  docs: {
    root: 'docs',
    sidebar: 'sidebars.js',
    defaultSidebar: 'docs',
    showLastUpdateAuthor: false,
    showLastUpdateTime: false,
    rules: { inlineRoot: '.' },
  },
});
