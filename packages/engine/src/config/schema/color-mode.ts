import { z } from 'zod';

/** Light and dark. */
export const colorModeSchema = z.strictObject({
  /** The mode until the reader chooses; default `light`. */
  defaultMode: z.enum(['light', 'dark']).default('light'),
  /** Hides the toggle; default false. */
  disableSwitch: z.boolean().default(false),
  /** Follows the system until the reader chooses; default false: `defaultMode` stands until then. */
  respectPrefersColorScheme: z.boolean().default(false),
});
