import { z } from 'zod';

import { filePath, origin, webAddress } from './rules.ts';

/** How the site counts what readers do: with the script of a service, or with a module of its own that receives each event. */
export const analyticsSchema = z
  .strictObject({
    /** Address of a service's script, which every page loads after its own; default none. */
    script: webAddress.nullable().default(null),
    /** Attributes of the script's element, such as `data-domain`. */
    attributes: z.record(z.string().regex(/^data-[a-z-]+$/, 'an attribute that begins with data-'), z.string()).default({}),
    /** Module of the site whose default export is called with each event; default none. */
    module: filePath.nullable().default(null),
    /** Origins that the script or the module sends to; the script's own need not be named. */
    origins: z.array(origin).default([]),
  })
  .refine(({ script, module }) => script !== null || module !== null, 'must name a script or a module')
  .refine(({ script, attributes }) => script !== null || Object.keys(attributes).length === 0, {
    message: 'belong to a script, and there is none',
    path: ['attributes'],
  });
