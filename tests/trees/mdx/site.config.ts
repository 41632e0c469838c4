/** Pages with what MDX allows and this engine cannot run: each is shown or reported. */
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
