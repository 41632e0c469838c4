import { z } from 'zod';

import { target, text } from './address.ts';

/** A picture of the brand; paths are routes of files in a static folder, e.g. `/img/logo.svg`. */
export const logoSchema = z.strictObject({
  /** Text alternative. */
  alt: z.string(),
  /** For the light mode. */
  src: target,
  /** For the dark mode; default: `src`. */
  srcDark: target.optional(),
});

/** One entry of a dropdown. */
const dropdownEntrySchema = z
  .strictObject({
    /** What the reader sees. */
    label: text,
    /** Route of this site; `href` does the same for full addresses. Exactly one of the two. */
    to: target.optional(),
    /** Full address. */
    href: target.optional(),
  })
  .refine(hasOneTarget, { path: ['to'], message: 'exactly one of "to" and "href"', when: isObject });

/** A link (`to` or `href`), or a dropdown (`items`): the content tells which. */
const navbarItemSchema = z
  .strictObject({
    /** May be left out. Other types do not exist: the kind follows from the keys. */
    type: z.enum(['link', 'dropdown']).optional(),
    /** What the reader sees, and the accessible name where an icon is in its place. */
    label: text,
    /** Route of this site. */
    to: target.optional(),
    /** Full address. */
    href: target.optional(),
    /** Side of the bar; default `left`. */
    position: z.enum(['left', 'right']).default('left'),
    /** Built-in icon shown in place of the label. */
    icon: z.enum(['slack', 'github', 'youtube']).optional(),
    /** Routes below this one mark the item as current. */
    activeBasePath: target.optional(),
    /** The entries of a dropdown. */
    items: z.array(dropdownEntrySchema).min(1, 'at least one entry').optional(),
  })
  .superRefine(checkItem);

/** The bar at the top. */
export const navbarSchema = z.strictObject({
  /** Brand text beside the logo; default none. */
  title: z.string().default(''),
  /** Hides on scroll down and returns on scroll up; default false. */
  hideOnScroll: z.boolean().default(false),
  /** Default none. */
  logo: logoSchema.nullable().default(null),
  /** From left to right; default none. */
  items: z.array(navbarItemSchema).default([]),
});

interface Targets {
  to?: string | undefined;
  href?: string | undefined;
}

function isObject({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null;
}

function hasOneTarget(entry: Targets): boolean {
  return (entry.to === undefined) !== (entry.href === undefined);
}

function checkItem(item: Targets & { type?: string | undefined; items?: unknown }, context: z.RefinementCtx): void {
  const dropdown = item.items !== undefined;
  const links = [item.to, item.href].filter((value) => value !== undefined).length;
  const expect = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
  if (item.type === 'dropdown' && !dropdown) return expect('items', 'the entries of the dropdown');
  if (item.type === 'link' && dropdown) return expect('items', 'no entries in a link; leave "type" out for a dropdown');
  if (dropdown && links > 0) return expect('items', 'either a target ("to" or "href") or entries ("items"), not both');
  if (!dropdown && links !== 1) expect('to', 'exactly one of "to", "href" (a link) and "items" (a dropdown)');
}
