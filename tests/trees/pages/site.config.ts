/** Docs in three folders with video players, front matter, long tags, alerts, snippets, and tabs of code blocks, built by configuration alone. */
import { defineConfig } from '@quire/engine';

export default defineConfig({
  title: 'Kestrel',
  url: 'https://kestrel.example.org',
  staticDirectories: ['static'],
  components: {
    Options: {
      render: ({ rows }) =>
        (JSON.parse(String(rows ?? '[]')) as { name: string; text: string }[])
          .map(({ name, text }) => `<p><code>${name}</code>: ${text}</p>`)
          .join(''),
    },
  },
  docs: {
    root: 'docs',
    showLastUpdateAuthor: false,
    showLastUpdateTime: false,
    folders: [
      { name: 'community', sidebar: 'community.yaml' },
      { name: 'posts', isBlog: true },
    ],
    rules: { inlineRoot: '.' },
  },
});
