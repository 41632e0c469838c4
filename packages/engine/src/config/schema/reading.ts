/** How a page's text is presented: contents, code and pictures. */
import { z } from 'zod';

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
  /** Pictures on other hosts: `download` copies them into the site at build, `link` needs no network. Default `link`. */
  remote: z.enum(['link', 'download']).default('link'),
  /** Widths in pixels that a picture is made in, never wider than it is. */
  widths: z
    .array(z.int('whole pixels').min(16, 'at least 16 pixels').max(8192, 'at most 8192 pixels'))
    .min(1, 'at least one width')
    .default([320, 640, 1280, 1440, 1600]),
});
