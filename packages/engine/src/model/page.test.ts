import { expect, test } from 'vitest';
import { translationsOf } from './page.ts';

test('R-106 search engines get all translations of a page, and the default locale for readers of other languages', () => {
  const english = { label: 'English', lang: 'en', path: '/docs/a', isCurrent: true, isTranslation: true } as const;
  const arabic = { label: 'العربية', lang: 'ar', path: '/ar/docs/a', isTranslation: true } as const;
  const untranslated = { label: 'Français', lang: 'fr', path: '/fr/docs/a' };
  expect(translationsOf({ alternates: { versions: [], locales: [english, arabic, untranslated] } })).toEqual([
    { lang: 'en', path: '/docs/a' },
    { lang: 'ar', path: '/ar/docs/a' },
    { lang: 'x-default', path: '/docs/a' },
  ]);
  expect(translationsOf({ alternates: { versions: [], locales: [english, untranslated] } })).toEqual([]);
  expect(translationsOf({})).toEqual([]);
});
