import { z } from 'zod';

import { origin } from './address.ts';

/** How the server answers. */
export const serverSchema = z.strictObject({
  /** Other origins whose pages may ask the search and the endpoint for other agents; `*` allows all. Default none. */
  corsOrigins: z.array(z.union([z.literal('*'), origin])).default([]),
  /** Value of Strict-Transport-Security, sent to visitors of an https site who came by TLS; null: never. Default one year. */
  strictTransportSecurity: z
    .string()
    .regex(/^max-age=\d+(; *includeSubDomains)?(; *preload)?$/i, 'a value such as max-age=31536000; includeSubDomains')
    .nullable()
    .default('max-age=31536000'),
  /** Value of Cross-Origin-Resource-Policy: which sites may embed files of this one; null: all. Default `same-origin`. */
  crossOriginResourcePolicy: z.enum(['same-origin', 'same-site', 'cross-origin']).nullable().default('same-origin'),
});

export type ServerSettings = z.output<typeof serverSchema>;
