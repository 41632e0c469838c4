/** Converts the interface texts of Docusaurus's theme in another language to those of this engine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { type InterfaceWord } from '#model/interface-words.ts';

import { entry, readJson } from './values.ts';

/** The engine's text for each message of the theme that has the same meaning, so that its translation can be used unchanged. */
const SAME: Readonly<Record<string, string>> = {
  'theme.AnnouncementBar.closeButtonAriaLabel': 'Close',
  'theme.CodeBlock.copied': 'Copied',
  'theme.CodeBlock.copyButtonAriaLabel': 'Copy code',
  'theme.CodeBlock.wordWrapToggle': 'Wrap long lines',
  'theme.ErrorPageContent.title': 'This page crashed.',
  'theme.ErrorPageContent.tryAgain': 'Try again',
  'theme.NavBar.navAriaLabel': 'Main',
  'theme.NotFound.title': 'Page not found',
  'theme.TOCCollapsible.toggleButtonLabel': 'On this page',
  'theme.blog.authorsList.pageTitle': 'Authors',
  'theme.common.editThisPage': 'Edit this page',
  'theme.common.headingLinkTitle': 'Link to this section: {heading}',
  'theme.common.skipToMainContent': 'Skip to main content',
  'theme.docs.breadcrumbs.navAriaLabel': 'Breadcrumbs',
  'theme.docs.paginator.next': 'Next',
  'theme.docs.paginator.previous': 'Previous',
  'theme.docs.sidebar.closeSidebarButtonAriaLabel': 'Close menu',
  'theme.docs.sidebar.navAriaLabel': 'Docs pages',
  'theme.docs.sidebar.toggleSidebarButtonAriaLabel': 'Open menu',
  'theme.navbar.mobileLanguageDropdown.label': 'Language',
  'theme.navbar.mobileVersionsDropdown.label': 'Versions',
  'theme.tags.tagsPageTitle': 'Tags',
  'theme.SearchBar.label': 'Search',
  'theme.SearchModal.errorScreen.helpText': 'You might want to check your network connection.',
  'theme.SearchModal.errorScreen.titleText': 'Unable to fetch results',
  'theme.SearchModal.footer.closeText': 'to close',
  'theme.SearchModal.footer.navigateText': 'to navigate',
  'theme.SearchModal.footer.selectText': 'to select',
  'theme.SearchModal.noResultsScreen.noResultsText': 'No results for',
  'theme.SearchModal.noResultsScreen.reportMissingResultsLinkText': 'Let us know.',
  'theme.SearchModal.noResultsScreen.reportMissingResultsText': 'Believe this query should return results?',
  'theme.SearchModal.placeholder': 'Search docs',
  'theme.SearchModal.searchBox.cancelButtonText': 'Cancel',
  'theme.SearchModal.searchBox.resetButtonTitle': 'Clear the query',
  'theme.SearchModal.startScreen.favoriteSearchesTitle': 'Favorite',
  'theme.SearchModal.startScreen.noRecentSearchesText': 'No recent searches',
  'theme.SearchModal.startScreen.recentSearchesTitle': 'Recent',
  'theme.SearchModal.startScreen.removeFavoriteSearchButtonTitle': 'Remove this search from favorites',
  'theme.SearchModal.startScreen.removeRecentSearchButtonTitle': 'Remove this search from history',
  'theme.SearchModal.startScreen.saveRecentSearchButtonTitle': 'Save this search',
};

/** Titles of admonitions. The theme's messages are in lower case, because its styles capitalize them. */
const ADMONITIONS: readonly InterfaceWord[] = ['Note', 'Tip', 'Info', 'Warning', 'Danger', 'Caution'];

type Messages = Readonly<Record<string, string>>;

/**
 * Reads the interface texts of a locale. Those of the site override those of the theme, which are read if its package is installed.
 * @param dir folder of the site @param folder absolute folder of the locale @param title title of the site, which some texts contain
 */
export function readInterfaceWords(dir: string, folder: string, locale: string, title: string): Record<string, string> {
  return convertMessages({ ...themeMessages(dir, locale), ...messagesIn(join(folder, 'code.json')) }, locale, title);
}

/** Reads the messages of the theme. Its folders are named by a language, or by a language and a region or script. */
function themeMessages(dir: string, locale: string): Messages {
  const locales = join(dir, 'node_modules/@docusaurus/theme-translations/locales');
  const likely = new Intl.Locale(locale).maximize();
  const names = [locale, `${likely.language}-${likely.region}`, `${likely.language}-${likely.script}`, likely.language];
  const found = names.find((name) => existsSync(join(locales, name)));
  if (found === undefined) return {};
  return { ...messagesIn(join(locales, found, 'theme-common.json')), ...messagesIn(join(locales, found, 'theme-search-algolia.json')) };
}

/** The messages of a file by their ids. A message is a text, or an object with the text and a description. */
function messagesIn(file: string): Messages {
  if (!existsSync(file)) return {};
  const texts = Object.entries(readJson(file)).map(([id, value]) => [id, typeof value === 'string' ? value : entry(value)['message']]);
  return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string' && text.trim() !== '')) as Messages;
}

/** Converts messages of the theme, by id, to translations of the engine's texts, by the English text. Exported for tests. */
export function convertMessages(messages: Messages, locale: string, title: string): Record<string, string> {
  const words: Record<string, string> = {};
  const add = (word: string, translation: string | undefined): void => {
    const shown = translation?.trim();
    if (shown !== undefined && shown !== '' && shown !== word) words[word] = shown;
  };
  for (const [id, word] of Object.entries(SAME)) add(word, messages[id]);
  for (const word of ADMONITIONS) {
    const text = messages[`theme.admonition.${word.toLowerCase()}`];
    add(word, text === undefined ? undefined : text.charAt(0).toLocaleUpperCase(locale) + text.slice(1));
  }
  add('Close announcement', messages['theme.AnnouncementBar.closeButtonAriaLabel']);
  add('Back to main menu', messages['theme.navbar.mobileSidebarSecondaryMenu.backButtonLabel']?.replace(/^[←→\s]+/, ''));
  const suggested = messages['theme.SearchModal.noResultsScreen.suggestedQueryText'];
  add('Try searching for:', suggested === undefined ? undefined : `${suggested.replace(/\s*[:：]$/, '')}:`);
  add('Version', /^([^{]*?)\s*[:：]\s*\{versionLabel\}$/.exec(messages['theme.docs.versionBadge.label'] ?? '')?.[1]);
  for (const [id, word] of [
    ['unreleasedVersionLabel', 'This is the documentation of version {version}, which is not released yet.'],
    ['unmaintainedVersionLabel', 'This is the documentation of version {version}, which is no longer maintained.'],
  ] as const) {
    const text = messages[`theme.docs.versions.${id}`];
    add(word, text?.replace('{siteTitle}', () => title).replace('{versionLabel}', '{version}'));
  }
  // Of the plural forms, take the last one, which is for large numbers.
  const reading = messages['theme.blog.post.readingTime.plurals']?.split('|').at(-1);
  add('{minutes} min read', reading?.replace('{readingTime}', '{minutes}'));
  const items = messages['theme.docs.DocCard.categoryDescription.plurals']?.split('|');
  add('1 item', items?.[0]?.replace('{count}', '1'));
  add('{count} items', items?.at(-1));
  for (const [word, text] of Object.entries(lastUpdates(messages))) add(word, text);
  return words;
}

/** Converts the texts of the last update. The engine writes the date at their end, so in a language with another order they stay in English. */
function lastUpdates(messages: Messages): Record<string, string> {
  const [, start] = /^([^{}]+)\{atDate\}\{byUser\}$/.exec(messages['theme.lastUpdated.lastUpdatedAtBy'] ?? '') ?? [];
  const [, at] = /^([^{}]*)\{date\}$/.exec(messages['theme.lastUpdated.atDate'] ?? '') ?? [];
  if (start === undefined || at === undefined) return {};
  const by = messages['theme.lastUpdated.byUser'];
  return {
    'Last updated on': start + at.trimEnd(),
    ...(by?.includes('{user}') === true && { 'Last updated by {author} on': start + by.replace('{user}', '{author}') + at.trimEnd() }),
  };
}
