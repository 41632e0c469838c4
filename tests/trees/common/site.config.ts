/** Components that Nextra, Fumadocs, Mintlify and Starlight have in common, and rules of identity: without a component map. */
import { defineConfig } from '@quire/engine';

export default defineConfig({
  title: 'Kestrel',
  url: 'https://kestrel.example.org',
  components: { '*': { tag: 'fragment', ignored: ['className'] } },
  docs: { root: 'docs', showLastUpdateAuthor: false, showLastUpdateTime: false },
});
