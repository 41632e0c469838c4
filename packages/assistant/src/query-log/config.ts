import { z } from 'zod';

import { text } from '@quire/engine/config/schema/address.ts';

const DAYS = 'a whole number of days from 1 to 3650';

/** What is kept of the questions that readers ask; where it is kept, the server's environment says. */
export const queryLogSchema = z.strictObject({
  /** Public key that the site's pages send with each entry; without one the site's own server takes any. */
  key: text.optional(),
  /** Days after which entries are deleted; default 400, a year and a month to compare with. */
  retentionDays: z.int(DAYS).min(1, DAYS).max(3650, DAYS).default(400),
});
