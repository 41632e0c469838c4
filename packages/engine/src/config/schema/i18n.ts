import { z } from 'zod';

import { filePath, text, webAddress } from './address.ts';
import { functionOf, type EditUrlRule } from './rules.ts';

const localeSchema = z.strictObject({
  /** The language in its own words; default `English`. */
  label: text.default('English'),
  /** Writing direction; default `ltr`. */
  direction: z.enum(['ltr', 'rtl']).default('ltr'),
  /** Value of the `lang` attribute; default the locale's name. */
  htmlLang: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag, such as en or pt-BR')
    .optional(),
  /** Calendar of dates, a BCP 47 name; default `gregory`. */
  calendar: text.default('gregory'),
  /** First part of the locale's addresses, which the default locale has none of; default the locale's name. */
  path: z
    .string()
    .regex(/^[\w-]+$/, 'letters, digits, - and _, such as pt-br')
    .optional(),
  /** Folder of the translation: a folder for each version by its name, `pages/` and `interface.yaml`; default `i18n/` and the name. */
  root: filePath.optional(),
  /** Address of "Edit this page" of translated pages, as `docs.editUrl`; default null: no such link. */
  editUrl: z
    .union([webAddress, functionOf<EditUrlRule>('(source) => address or null')], 'a web address or a function (source) => address or null')
    .nullable()
    .default(null),
});

/** Languages. What a locale does not translate is shown in the default locale's words. */
export const i18nSchema = z
  .strictObject({
    /** Default `en`. */
    defaultLocale: text.default('en'),
    /** By name, which is a language tag: `ar`. The default locale must be among them. */
    locales: z
      .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag, such as en or pt-BR'), localeSchema)
      .prefault({ en: {} }),
  })
  .refine((i18n) => Object.hasOwn(i18n.locales, i18n.defaultLocale), {
    path: ['defaultLocale'],
    message: 'the name of one of the locales',
  });
