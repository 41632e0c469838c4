import { defineConfig } from '@quire/engine';

export default defineConfig({
  title: 'Kestrel',
  url: 'https://kestrel.example.org',
  staticDirectories: [],
  onPageErrors: 'warn',
  onBrokenLinks: 'warn',
  onBrokenAnchors: 'warn',
  docs: { showLastUpdateAuthor: false, showLastUpdateTime: false },
});
