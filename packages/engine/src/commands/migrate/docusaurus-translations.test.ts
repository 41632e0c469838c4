import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { INTERFACE_WORDS } from '#model/interface-words.ts';

import { convertMessages, readInterfaceWords } from './docusaurus-translations.ts';

const convert = (messages: Record<string, string>): Record<string, string> => convertMessages(messages, 'de', 'Kestrel');

test('a date at the end of a text is converted, and a date in the middle is not', () => {
  const texts = { 'theme.lastUpdated.lastUpdatedAtBy': 'Letztes Update{atDate}{byUser}', 'theme.lastUpdated.byUser': ' von {user}' };
  expect(convert({ ...texts, 'theme.lastUpdated.atDate': ' am {date}' })).toEqual({
    'Last updated on': 'Letztes Update am',
    'Last updated by {author} on': 'Letztes Update von {author} am',
  });
  expect(convert({ ...texts, 'theme.lastUpdated.atDate': ' am {date} Uhr' })).toEqual({});
});

test('arrows, punctuation, and letter case are adapted to the texts of the engine', () => {
  expect(
    convert({
      'theme.navbar.mobileSidebarSecondaryMenu.backButtonLabel': '← Zurück zum Menü',
      'theme.docs.versionBadge.label': 'Version: {versionLabel}',
      'theme.SearchModal.noResultsScreen.suggestedQueryText': 'Suche nach',
      'theme.admonition.note': 'hinweis',
    }),
  ).toEqual({ 'Back to main menu': 'Zurück zum Menü', 'Try searching for:': 'Suche nach:', Note: 'Hinweis' });
});

test('plural forms are converted to the forms for one and for many items', () => {
  expect(
    convert({
      'theme.docs.DocCard.categoryDescription.plurals': '1 Eintrag|{count} Einträge',
      'theme.blog.post.readingTime.plurals': 'Eine Minute Lesezeit|{readingTime} Minuten Lesezeit',
    }),
  ).toEqual({ '1 item': '1 Eintrag', '{count} items': '{count} Einträge', '{minutes} min read': '{minutes} Minuten Lesezeit' });
});

test('messages of the site override those of the installed theme, and all of them are interface texts', () => {
  const dir = mkdtempSync(join(tmpdir(), 'interface-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const theme = join(dir, 'node_modules/@docusaurus/theme-translations/locales/zh-Hans');
  for (const folder of [theme, join(dir, 'i18n/zh-CN')]) mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(theme, 'theme-common.json'),
    '{"theme.docs.paginator.next":"下一页","theme.docs.paginator.previous":"上一页","theme.docs.paginator.previous___DESCRIPTION":"x"}',
  );
  writeFileSync(join(dir, 'i18n/zh-CN/code.json'), '{"theme.docs.paginator.next":{"message":"继续"}}');
  const words = readInterfaceWords(dir, join(dir, 'i18n/zh-CN'), 'zh-CN', 'Kestrel');
  expect(words).toEqual({ Next: '继续', Previous: '上一页' });
  expect(INTERFACE_WORDS).toEqual(expect.arrayContaining(Object.keys(words)));
});
