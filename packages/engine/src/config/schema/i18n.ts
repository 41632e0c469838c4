import { z } from 'zod';

import { text } from './address.ts';

const localeSchema = z.strictObject({
  /** The language in its own words; default `English`. */
  label: text.default('English'),
  /** Writing direction; default `ltr`. */
  direction: z.enum(['ltr', 'rtl']).default('ltr'),
  /** Value of the `lang` attribute; default `en`. */
  htmlLang: text.default('en'),
  /** Calendar of dates, a BCP 47 name; default `gregory`. */
  calendar: text.default('gregory'),
  /** Folder of the locale's pages in addresses; default `en`. */
  path: text.default('en'),
});

/** Languages: one so far. */
export const i18nSchema = z
  .strictObject({
    /** Default `en`. */
    defaultLocale: text.default('en'),
    /** By name; the default locale must be among them. */
    locales: z.record(z.string(), localeSchema).prefault({ en: {} }),
  })
  .refine((i18n) => Object.hasOwn(i18n.locales, i18n.defaultLocale), {
    path: ['defaultLocale'],
    message: 'the name of one of the locales',
  });
