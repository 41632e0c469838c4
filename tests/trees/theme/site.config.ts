/** Components of Docusaurus's theme, snippets of VitePress, emoji and numbers of lines: all of them without client code. */
import { defineConfig } from '@quire/engine';

export default defineConfig({
  title: 'Kestrel',
  url: 'https://kestrel.example.org',
  baseUrl: '/k/',
  staticDirectories: ['static'],
  math: true,
  components: { Chart: './src/chart.tsx' },
  docs: { root: 'docs', showLastUpdateAuthor: false, showLastUpdateTime: false },
});
