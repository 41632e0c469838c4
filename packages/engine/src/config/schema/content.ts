/** Presentation of a page's content: table of contents, code, pictures, and components. */
import { z } from 'zod';
import { functionOf, text, wholeNumber } from './values.ts';

// `abort`: if a level is invalid, do not compare the two.
const error = 'a heading level from 2 to 6';
const headingLevel = z.int(error).min(2, { error, abort: true }).max(6, { error, abort: true });

export const tableOfContentsSchema = z
  .strictObject({
    /** Highest level of headings in the table of contents; default 2. */
    minHeadingLevel: headingLevel.default(2),
    /** Lowest level of headings in the table of contents; default 3. */
    maxHeadingLevel: headingLevel.default(3),
  })
  .refine((contents) => contents.minHeadingLevel <= contents.maxHeadingLevel, {
    path: ['maxHeadingLevel'],
    message: 'a level that is at least minHeadingLevel',
  });

/** A comment in code blocks that highlights lines. It is removed from the code. */
const magicComment = z
  .strictObject({
    /** Text of a comment that marks the next line. */
    line: text.optional(),
    /** Texts of two comments that mark the lines between them. */
    block: z.strictObject({ start: text, end: text }).optional(),
  })
  .refine(({ line, block }) => line !== undefined || block !== undefined, 'a mapping with `line`, `block`, or both');

export const highlightSchema = z.strictObject({
  /** Languages of code blocks in addition to the built-in ones; default ini, java, graphql, shell-session. */
  additionalLanguages: z.array(z.string().min(1)).default(['ini', 'java', 'graphql', 'shell-session']),
  /** Comments that highlight lines, in addition to `highlight-next-line`, `highlight-start`, and `highlight-end`; default none. */
  magicComments: z.array(magicComment).default([]),
});

/** Pictures of the content. */
export const imageSchema = z.strictObject({
  /** Encoder quality, 1 to 100; default 100. */
  quality: wholeNumber(1, 100).default(100),
  /** Additional formats for PNG and JPEG pictures, in order of preference, used if they save bytes. Default `webp`. */
  formats: z.array(z.enum(['avif', 'webp'])).default(['webp']),
  /** Pictures on other hosts: `download` copies them into the site during the build; `link` leaves them there. Default `link`. */
  remote: z.enum(['link', 'download']).default('link'),
  /** Widths of picture variants, in pixels. Pictures are never enlarged. */
  widths: z
    .array(z.int('whole pixels').min(16, 'at least 16 pixels').max(8192, 'at most 8192 pixels'))
    .min(1, 'at least one width')
    .default([320, 640, 1280, 1440, 1600]),
});

/** Literal attributes of a component; an attribute without a value is `true`. */
export type ComponentAttributes = Readonly<Record<string, string | true>>;

/** A file whose default export is a React component. The build renders it with its attributes as props. */
export const componentFile = z.string().regex(/\.[jt]sx?$/, 'a .tsx, .jsx, .ts, or .js file');

/** Maps a component of the content to HTML. No code of it runs in the browser. */
export const componentSchema = z.strictObject({
  /** HTML element, default `div`; `fragment` for the content without an element. */
  tag: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/, 'the name of an HTML element, or fragment')
    .optional(),
  /** Classes of the element. */
  class: text.optional(),
  /** Attribute whose value is shown before the content: as `<summary>` in `details`, otherwise as a paragraph with the `component-title` class. */
  title: text.optional(),
  /** Text that is shown before the content, for components that only represent a symbol such as `✓`. */
  text: text.optional(),
  /** Attribute whose value is shown if the component has no content, such as `<Term id="table" />`. */
  fallback: text.optional(),
  /** Attribute whose value is a literal list, such as properties. It is shown as a list. */
  list: text.optional(),
  /** Kind of admonition to show instead of `tag`, unless an attribute of the component such as `type`, `kind`, or `variant` names another. */
  admonition: z.enum(['note', 'tip', 'info', 'warning', 'danger']).optional(),
  /** Maps attributes of the component to HTML attributes of the element: `{ to: 'href' }`. */
  attributes: z.record(text, text).optional(),
  /** Attributes that are dropped without a warning. */
  ignored: z.array(text).optional(),
  /** Returns the HTML and replaces all of the keys above. The content is inserted at `<slot></slot>`. */
  render: functionOf<(attributes: ComponentAttributes) => string>('(attributes) => html').optional(),
  /** Returns the component as plain Markdown, for the Markdown version of the page; default: its title. */
  markdown: functionOf<(attributes: ComponentAttributes) => string>('(attributes) => markdown').optional(),
  /** Returns a sentence that applies to the whole page, such as which edition has the feature, or ''. Answers that quote the page begin with it. */
  pageNote: functionOf<(attributes: ComponentAttributes) => string>('(attributes) => text').optional(),
});
