/** Front matter of Docusaurus that readers see: tags, pictures of social cards, titles of tabs, numbers in names, authors of posts. */
import { defineConfig } from '@quire/engine';

export default defineConfig({
  title: 'Kestrel',
  url: 'https://kestrel.example.org',
  baseUrl: '/k/',
  staticDirectories: ['static'],
  docs: { root: 'docs', showLastUpdateAuthor: false, showLastUpdateTime: false, folders: [{ name: 'news', isBlog: true }] },
});
