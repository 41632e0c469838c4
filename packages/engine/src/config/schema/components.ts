import { z } from 'zod';

import { text, functionOf } from './rules.ts';

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
  /** HTML attributes of the element, by the attribute of the component: `{ to: 'href' }`. */
  attributes: z.record(text, text).optional(),
  /** Attributes that are left out without a warning. */
  ignored: z.array(text).optional(),
  /** Returns the HTML in place of all of the above; the content goes to `<slot></slot>`. */
  render: functionOf<(attributes: ComponentAttributes) => string>('(attributes) => html').optional(),
  /** Returns a component as plain Markdown, for the Markdown of the page; default: its title. */
  markdown: functionOf<(attributes: ComponentAttributes) => string>('(attributes) => markdown').optional(),
});
