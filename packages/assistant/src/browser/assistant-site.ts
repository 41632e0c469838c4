import type { SiteData } from '@quire/engine/model/site.ts';

/** What of the site those need that answer. */
export type AssistantSite = Pick<SiteData, 'baseUrl' | 'assistant'>;

/** What of the site its dialog needs. */
export type DialogSite = AssistantSite & Pick<SiteData, 'url' | 'title' | 'docs' | 'links' | 'locale'>;
