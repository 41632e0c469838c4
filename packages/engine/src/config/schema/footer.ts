import { z } from 'zod';

import { target, text } from './address.ts';

const footerLinkSchema = z
  .strictObject({
    /** What the reader sees. */
    label: text,
    /** Route of this site. Exactly one of `to` and `href`. */
    to: target.optional(),
    /** Full address. */
    href: target.optional(),
  })
  .refine((link) => (link.to === undefined) !== (link.href === undefined), {
    path: ['to'],
    message: 'exactly one of "to" and "href"',
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

const footerGroupSchema = z.strictObject({
  /** Heading of the column. */
  title: text,
  /** Its links, from the top. */
  items: z.array(footerLinkSchema),
});

/** The foot of every page. */
export const footerSchema = z
  .strictObject({
    /** Default `dark`. */
    style: z.enum(['dark', 'light']).default('dark'),
    /** Columns with a heading; default none. */
    groups: z.array(footerGroupSchema).default([]),
    /** Links in one row, in place of columns; default none. */
    row: z.array(footerLinkSchema).default([]),
    /** `{year}` stands for the year of the build; default none. */
    copyright: z.string().default(''),
  })
  .refine((footer) => footer.groups.length === 0 || footer.row.length === 0, {
    path: ['row'],
    message: 'either "groups" (columns) or "row" (one line of links), not both',
  });
