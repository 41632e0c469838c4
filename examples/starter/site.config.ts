import { defineConfig } from '@quire/engine';

/** A site of ten pages. Only `title` and `url` are required. The other keys are examples of what you can change. */
export default defineConfig({
  title: 'Harbor',
  tagline: 'Small backups you can restore',
  url: 'https://harbor.example.com',
  links: { repository: 'https://git.example.com/harbor/harbor' },
  navbar: {
    title: 'Harbor',
    logo: { alt: '', src: '/logo.svg' },
    items: [
      { label: 'Docs', to: '/docs', position: 'right', activeBasePath: '/docs' },
      { label: 'Source', href: 'https://git.example.com/harbor/harbor', position: 'right' },
    ],
  },
  footer: {
    row: [{ label: 'Install Harbor', to: '/docs/install' }],
    copyright: '© {year} The Harbor authors',
  },
  docs: { editUrl: 'https://git.example.com/harbor/harbor/edit/main/docs/' },
});
