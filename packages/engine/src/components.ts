/** Components that the front pages of a site may use. They render to inert HTML with the look of the shell. */
export { DescribedLinks } from '#client/pages/parts.tsx';
export { SearchForm } from '#client/pages/parts.tsx';
export { SectionHeading } from '#client/pages/parts.tsx';
export { SiteLink } from '#client/pages/parts.tsx';
export type { SiteData } from '#model/site.ts';
