/** Components of the Docusaurus theme, VitePress snippets, emoji, and line numbers, all without client code. */
import { defineConfig } from '@quire/engine';

export default defineConfig({
  title: 'Kestrel',
  url: 'https://kestrel.example.org',
  baseUrl: '/k/',
  staticDirectories: ['static'],
  math: true,
  components: { Chart: './src/chart.tsx', Counter: './src/counter.tsx' },
  docs: { root: 'docs', showLastUpdateAuthor: false, showLastUpdateTime: false },
});
