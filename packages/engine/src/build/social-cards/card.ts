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
  /** Where the site is found, as people say it: `datahubproject.io`. */
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
