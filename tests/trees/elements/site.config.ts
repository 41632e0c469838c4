/** JSX that Markdown cannot contain: elements in attributes, components that a page defines, and components with tabs or code of their own. */
import { defineConfig } from '@quire/engine';

export default defineConfig({
  title: 'Kestrel',
  url: 'https://kestrel.example.org',
  components: { '*': { tag: 'fragment' } },
  docs: {
    root: 'docs',
    showLastUpdateAuthor: false,
    showLastUpdateTime: false,
    rules: { format: 'mdx', admonitions: ['new-feature'] },
  },
});
