import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SiteConfig } from '#config/schema.ts';
import type { PageData } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';

import { readDesignTokens } from '../design-tokens.ts';
import { CARD_COLORS } from './card.ts';
import type { CardFrame, SocialCard } from './card.ts';

/** What the cards of a site share: its logo as the navbar shows it, its name and address, the colours of the light mode. */
export function frameOfSite(config: SiteConfig): CardFrame {
  const tokens = new Map(readDesignTokens().map(({ name, light }) => [name, light]));
  const colors = Object.fromEntries(CARD_COLORS.map((name) => [name, tokens.get(name) ?? '#000000'])) as CardFrame['colors'];
  return { logo: readLogo(config), siteTitle: config.title, host: new URL(config.url).host, colors };
}

/** Only a drawing of the site itself can be put into another drawing. */
function readLogo({ navbar, staticDirectories }: SiteConfig): string | null {
  const source = navbar.logo?.src ?? '';
  if (!/^[^:]+\.svg$/.test(source)) return null;
  const file = staticDirectories.map((dir) => join(dir, source)).find((one) => existsSync(one));
  return file === undefined ? null : readFileSync(file, 'utf8');
}

/** The card of a page; the home page's has what the site is about for its title. */
export function cardOfPage(
  page: Pick<PageData, 'kind' | 'title' | 'description' | 'breadcrumbs'>,
  site: Pick<SiteData, 'tagline'>,
): SocialCard {
  return {
    title: page.kind === 'home' ? site.tagline : page.title,
    group: page.breadcrumbs
      .slice(0, -1)
      .map(({ label }) => label)
      .join(' › '),
    description: page.description,
  };
}
