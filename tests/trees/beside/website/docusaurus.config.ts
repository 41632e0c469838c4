import fs from 'node:fs';
import path from 'node:path';

import type { Config } from '@docusaurus/types';
import { themes } from 'prism-react-renderer';

require('dotenv').config();

const light = { ...themes.github, styles: [...themes.github.styles] };
const extra = fs.realpathSync('./extra');

const config: Config = {
  title: 'Heron',
  url: 'https://heron.example.org',
  baseUrl: '/',
  staticDirectories: [path.join(__dirname, 'static'), path.join(__dirname, 'none')],
  presets: [
    [
      require.resolve('@docusaurus/preset-classic'),
      {
        docs: { path: '../docs', sidebarPath: require.resolve('./sidebars') },
        blog: false,
        theme: { customCss: [require.resolve('./src/css/custom.css'), require.resolve('./none.css')] },
      },
    ],
  ],
  plugins: [
    require.resolve('docusaurus-lunr-search'),
    ['@docusaurus/plugin-content-pages', { id: 'extra', path: extra, routeBasePath: '/extra' }],
    ['@docusaurus/plugin-content-docs', { id: 'sdk', path: path.resolve(__dirname, 'sdk'), routeBasePath: 'sdk', sidebarPath: false }],
  ],
  themeConfig: { prism: { theme: light }, navbar: { title: 'Heron' } },
};

module.exports = config;
