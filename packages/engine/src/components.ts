/** Components for the front pages of a site. They render to static HTML that matches the shell. */
export { DescribedLinks } from '#client/pages/parts.tsx';
export { SearchForm } from '#client/pages/parts.tsx';
export { SectionHeading } from '#client/pages/parts.tsx';
export { SiteLink } from '#client/pages/parts.tsx';
export type { SiteData } from '#model/site.ts';
