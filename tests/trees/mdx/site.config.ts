/** Pages with MDX features that this engine does not run. Each of them is rendered as text or reported. */
import { defineConfig } from '@quire/engine';

export default defineConfig({
  title: 'Kestrel',
  url: 'https://kestrel.example.org',
  staticDirectories: ['static'],
  components: {
    Card: { class: 'card', title: 'name', attributes: { to: 'id' } },
    Badge: { tag: 'span' },
  },
  docs: { root: 'docs', showLastUpdateAuthor: false, showLastUpdateTime: false, rules: { inlineRoot: '.' } },
});
