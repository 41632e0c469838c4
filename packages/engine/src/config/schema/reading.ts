/** How a page's content is presented: contents, code, pictures and components. */
import { z } from 'zod';
import { text, functionOf } from './rules.ts';

const headingLevel = z.int('a heading level from 2 to 6').min(2, 'a heading level from 2 to 6').max(6, 'a heading level from 2 to 6');

export const tableOfContentsSchema = z
  .strictObject({
    /** Highest heading listed; default 2. */
    minHeadingLevel: headingLevel.default(2),
    /** Lowest heading listed; default 3. */
    maxHeadingLevel: headingLevel.default(3),
  })
  .refine((contents) => contents.minHeadingLevel <= contents.maxHeadingLevel, {
    path: ['maxHeadingLevel'],
    message: 'a level not below minHeadingLevel',
  });

export const highlightSchema = z.strictObject({
  /** Languages of code blocks beyond the usual ones; default ini, java, graphql, shell-session. */
  additionalLanguages: z.array(z.string().min(1)).default(['ini', 'java', 'graphql', 'shell-session']),
});

/** Pictures of the content. */
export const imageSchema = z.strictObject({
  /** Encoder quality, 1 to 100; default 100. */
  quality: z
    .int('a whole number from 1 to 100')
    .min(1, 'a whole number from 1 to 100')
    .max(100, 'a whole number from 1 to 100')
    .default(100),
  /** Formats that PNG and JPEG pictures are offered in as well, where that saves bytes; the first that a browser knows is shown. Default `webp`. */
  formats: z.array(z.enum(['avif', 'webp'])).default(['webp']),
  /** Pictures on other hosts: `download` copies them into the site at build, `link` needs no network. Default `link`. */
  remote: z.enum(['link', 'download']).default('link'),
  /** Widths in pixels that a picture is made in, never wider than it is. */
  widths: z
    .array(z.int('whole pixels').min(16, 'at least 16 pixels').max(8192, 'at most 8192 pixels'))
    .min(1, 'at least one width')
    .default([320, 640, 1280, 1440, 1600]),
});

/** Literal attributes of a component; a flag is `true`. */
export type ComponentAttributes = Readonly<Record<string, string | true>>;

/** A file whose default export is a React component. It is rendered at build, with its attributes as properties. */
export const componentFile = z.string().regex(/\.[jt]sx?$/, 'a .tsx, .jsx, .ts or .js file');

/** How a component of content becomes HTML. No code of it runs in the browser. */
export const componentSchema = z.strictObject({
  /** HTML element, default `div`; `fragment` for the content alone. */
  tag: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/, 'the name of an HTML element, or fragment')
    .optional(),
  /** Classes of the element. */
  class: text.optional(),
  /** Attribute that is shown before the content: `<summary>` in `details`, else a paragraph with the class `component-title`. */
  title: text.optional(),
  /** Words that are shown before the content, for a component that is a mark: `✓`. */
  text: text.optional(),
  /** Attribute with a list that is written out, such as that of a table of properties; it is shown as a list. */
  list: text.optional(),
  /** Shown as an admonition of this kind, or of the one that its attribute `type`, `kind` or `variant` names; for `tag`. */
  admonition: z.enum(['note', 'tip', 'info', 'warning', 'danger']).optional(),
  /** HTML attributes of the element, by the attribute of the component: `{ to: 'href' }`. */
  attributes: z.record(text, text).optional(),
  /** Attributes that are left out without a warning. */
  ignored: z.array(text).optional(),
  /** Returns the HTML, instead of all of the above; the content goes to `<slot></slot>`. */
  render: functionOf<(attributes: ComponentAttributes) => string>('(attributes) => html').optional(),
  /** Returns a component as plain Markdown, for the Markdown of the page; default: its title. */
  markdown: functionOf<(attributes: ComponentAttributes) => string>('(attributes) => markdown').optional(),
});
