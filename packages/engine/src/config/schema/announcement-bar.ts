import { z } from 'zod';

import { hexColor, text } from './address.ts';

/** The strip above the navbar. */
export const announcementBarSchema = z.strictObject({
  /** Names this announcement: a reader's dismissal is forgotten when the id changes. */
  id: text.default('announcement'),
  /** HTML of one line; the build sanitises it. */
  content: text,
  /** Default `#070707`. */
  backgroundColor: hexColor.default('#070707'),
  /** Default `#ffffff`. */
  textColor: hexColor.default('#ffffff'),
  /** Whether the reader may put it away; default false. */
  isCloseable: z.boolean().default(false),
});
