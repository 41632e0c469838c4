/** Schemas of front pages: the fields that pages have in common, and the two pages that the engine provides. */
import { z } from 'zod';

/** Text that is not empty. */
export const text = z.string().trim().min(1, 'must not be empty');

/** A route of the site or the address of another one. The build checks routes like every other link. */
export const address = text.regex(/^(\/(?!\/)|https:\/\/)/, 'must be a route that starts with / or an https:// address');

export const link = z.strictObject({ label: text, to: address });
export const describedLink = z.strictObject({ label: text, text, to: address });
export const searchField = z.strictObject({ label: text, placeholder: text, button: text });

/** Fields of every front page. */
export const pageFields = {
  title: text,
  description: text.min(50, 'must have 50 to 160 characters').max(160, 'must have 50 to 160 characters'),
};

export const searchSchema = z.strictObject({
  ...pageFields,
  heading: text,
  text,
  search: searchField,
  start: text,
  withoutScript: text,
  /** Links that are shown before a search, and if nothing was found. */
  links: z.array(describedLink.partial({ text: true })).min(1),
});

export const notFoundSchema = z.strictObject({
  ...pageFields,
  heading: text,
  text,
  search: searchField,
  /** The headings above the pages with similar addresses: for one page, and for several. */
  onlySimilarHeading: text.default('Did you mean this page?'),
  similarHeading: text.default('Did you mean one of these pages?'),
  linksHeading: text,
  links: z.array(describedLink).min(1),
  chat: z.strictObject({ text, label: text }),
});

export type Link = z.infer<typeof link>;
export type SearchField = z.infer<typeof searchField>;
export type SearchData = z.infer<typeof searchSchema>;
export type NotFoundData = z.infer<typeof notFoundSchema>;
