import { z } from 'zod';
import { hexColor, text, target } from './values.ts';

/** The light and the dark mode. */
export const colorModeSchema = z.strictObject({
  /** The mode until the reader chooses one; default `light`. */
  defaultMode: z.enum(['light', 'dark']).default('light'),
  /** Whether to hide the switch between the modes; default false. */
  disableSwitch: z.boolean().default(false),
  /** Whether the mode follows the operating system until the reader chooses one; default false: it is `defaultMode`. */
  respectPrefersColorScheme: z.boolean().default(false),
});

const ELEMENTS = new Set(['a', 'b', 'br', 'code', 'em', 'i', 'p', 'span', 'strong']);
const ATTRIBUTES = new Set(['class', 'href', 'title']);
const TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/gi;
const ATTRIBUTE = /(?<![a-z-])([a-z-]+)="([^"]*)"/gi;
/** Permitted link targets: other sites, email addresses, and routes of this site. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:|\/|#)/i;

/** Returns the first tag, or the start of the first other part, that is not allowed; null if all of the HTML is allowed. */
function disallowedPart(html: string): string | null {
  for (const [tag, element = '', attributes = ''] of html.matchAll(TAG)) {
    if (!ELEMENTS.has(element.toLowerCase())) return tag;
    for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE))
      if (!ATTRIBUTES.has(name.toLowerCase()) || (name.toLowerCase() === 'href' && !SAFE_LINK.test(value))) return tag;
  }
  return /<.{0,40}/s.exec(html.replace(TAG, ''))?.[0] ?? null;
}

export const isInlineHtml = (html: string): boolean => disallowedPart(html) === null;

/** HTML that is restricted to text, links, and emphasis. */
const inlineHtml = text.superRefine((html, context) => {
  const disallowed = disallowedPart(html);
  if (disallowed === null) return;
  const message = `text with ${[...ELEMENTS].join(', ')} and the attributes ${[...ATTRIBUTES].join(', ')} in double quotes; remove ${disallowed}`;
  context.addIssue({ code: 'custom', message });
});

/** The bar above the navbar. */
export const announcementBarSchema = z.strictObject({
  /** Identifies the announcement: readers who closed it see it again when the id changes. */
  id: text.default('announcement'),
  /** One line of HTML with text, links, and emphasis. Other elements are errors. */
  content: inlineHtml,
  /** Default `#070707`. */
  backgroundColor: hexColor.default('#070707'),
  /** Default `#ffffff`. */
  textColor: hexColor.default('#ffffff'),
  /** Whether readers can close it; default false. */
  isCloseable: z.boolean().default(false),
});

/** A logo; paths are routes of files in a static folder, such as `/img/logo.svg`. */
export const logoSchema = z.strictObject({
  /** Text alternative. */
  alt: z.string(),
  /** Picture for the light mode. */
  src: target,
  /** Picture for the dark mode; default: `src`. */
  srcDark: target.optional(),
  /** Size in pixels. The height is at most 48; default: a height of 28, with the ratio of the picture. */
  width: z.int().min(1).optional(),
  height: z.int().min(1).optional(),
});

/** A link of the footer or of a dropdown. */
const linkSchema = z
  .strictObject({
    /** What the reader sees. */
    label: text,
    /** Route of this site. Exactly one of `to` and `href` must be set. */
    to: target.optional(),
    /** Full address. */
    href: target.optional(),
  })
  .refine(hasOneTarget, { path: ['to'], message: 'exactly one of "to" and "href"', when: isObject });

/** A link (`to` or `href`) or a dropdown (`items`), depending on the keys. */
const navbarItemSchema = z
  .strictObject({
    /** Optional, because the keys determine the type. */
    type: z.enum(['link', 'dropdown']).optional(),
    /** Text that readers see, or the accessible name of the icon. */
    label: text,
    /** Route of this site. */
    to: target.optional(),
    /** Full address. */
    href: target.optional(),
    /** Side of the bar; default `left`. */
    position: z.enum(['left', 'right']).default('left'),
    /** Built-in icon shown instead of the label. */
    icon: z.enum(['slack', 'github', 'youtube']).optional(),
    /** Routes below this one mark the item as current. */
    activeBasePath: target.optional(),
    /** The entries of a dropdown. */
    items: z.array(linkSchema).min(1, 'at least one entry').optional(),
  })
  .superRefine(checkNavbarItem);

/** The bar at the top. */
export const navbarSchema = z.strictObject({
  /** Brand text beside the logo. Default: none, or the title of the site if there is no logo. */
  title: z.string().default(''),
  /** Whether the bar hides when the reader scrolls down and returns when they scroll up; default false. */
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

function checkNavbarItem(item: Targets & { type?: string | undefined; items?: unknown }, context: z.RefinementCtx): void {
  const dropdown = item.items !== undefined;
  const links = [item.to, item.href].filter((value) => value !== undefined).length;
  const expect = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
  if (item.type === 'dropdown' && !dropdown) return expect('items', 'the entries of the dropdown');
  if (item.type === 'link' && dropdown) return expect('items', 'no entries in a link; leave "type" out for a dropdown');
  if (dropdown && links > 0) return expect('items', 'either a target ("to" or "href") or entries ("items"), not both');
  if (!dropdown && links !== 1) expect('to', 'exactly one of "to", "href" (a link), and "items" (a dropdown)');
}

const footerGroupSchema = z.strictObject({
  /** Heading of the column. */
  title: text,
  /** Its links, from the top. */
  items: z.array(linkSchema),
});

/** The footer of every page. */
export const footerSchema = z
  .strictObject({
    /** Default `dark`. */
    style: z.enum(['dark', 'light']).default('dark'),
    /** Columns of links, each with a heading; default none. */
    groups: z.array(footerGroupSchema).default([]),
    /** Links in one row instead of columns; default none. */
    row: z.array(linkSchema).default([]),
    /** Copyright line of HTML with text, links, and emphasis, in which `{year}` is replaced by the year of the build; default none. */
    copyright: z.union([z.literal(''), inlineHtml]).default(''),
  })
  .refine((footer) => footer.groups.length === 0 || footer.row.length === 0, {
    path: ['row'],
    message: 'either "groups" (columns) or "row" (one line of links), not both',
  });
