import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '#config/schema.ts';
import type { PageData } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import { readDesignTokens } from '../design-tokens.ts';

/** What a page's social card says: the picture that chats and networks show beside a link to the page. */
export interface SocialCard {
  title: string;
  /** Where the page stands: its trail without itself, e.g. `Deploy › Guides`; '' for none. */
  group: string;
  description: string;
}

/** What all cards of a site share. */
export interface CardFrame {
  /** The site's logo as SVG source; null: its title in letters. */
  logo: string | null;
  siteTitle: string;
  /** Where the site is found, as people say it: `docs.example.com`. */
  host: string;
  /** From the light mode's design tokens, as `#rrggbb`. */
  colors: Readonly<Record<CardColor, string>>;
}

/** Names of the design tokens that a card is drawn with. */
export const CARD_COLORS = ['surface', 'brand', 'brand-fill', 'brand-text', 'text', 'text-soft', 'text-faint'] as const;
export type CardColor = (typeof CARD_COLORS)[number];

/** Pixels: what the networks ask for; a smaller one is shown as a thumbnail by some of them. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** What the cards of a site share: its logo as the navbar shows it, its name and address, the colors of the light mode. */
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
