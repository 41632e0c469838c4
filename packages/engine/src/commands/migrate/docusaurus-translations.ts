/**
 * Reads the translations of a Docusaurus site: the locales, their folders of pages, the labels of the navbar, the footer, and the sidebars, and
 * the interface texts of the theme.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@quire/search/error-message';

import type { InterfaceWord } from '#model/interface-words.ts';

import {
  countFiles,
  editUrlOf,
  existsInProject,
  inlineHtml,
  isInProject,
  mayRead,
  recordOf,
  textOf,
  withoutTags,
  withoutUndefined,
} from './foreign-site.ts';
import type { ForeignFolder, ForeignLocale, ForeignLocales, Note, Values } from './foreign-site.ts';
import type { DocusaurusSite } from './read-docusaurus.ts';

/** Name of the folder of translated docs in the folder of a locale. */
const PAGES = 'docusaurus-plugin-content-docs';

/** An additional folder of docs, and the plugin whose folder contains its translations. */
interface TranslatedFolder {
  name: string;
  plugin: string;
  /** Folder of its files in the folder of the plugin. */
  path: string;
  /** Texts of its list of posts, by their keys in `options.json`. */
  texts?: Readonly<Record<string, string | undefined>>;
}

/** Texts of a site in its default language. Docusaurus's files of translations identify them by their position instead of their text. */
interface OriginalTexts {
  title: string;
  navbarTitle: string | undefined;
  copyright: string | undefined;
}

/**
 * Returns the default locale, and the other locales that have translated pages; null for a site in English only.
 * @param docs options of the main docs @param folders the additional docs, blogs, and pages
 */
export function readTranslations(
  { dir, source, notes }: DocusaurusSite,
  docs: Values,
  folders: readonly ForeignFolder[],
  texts: OriginalTexts,
): ForeignLocales | null {
  const { defaultLocale = 'en', locales = [], localeConfigs, path = 'i18n' } = recordOf(source['i18n']);
  const names = (Array.isArray(locales) ? locales.map(String) : []).filter(
    (name) => name !== defaultLocale && mayRead(dir, `${String(path)}/${name}`, `the locale ${name}`, notes),
  );
  const own = String(defaultLocale);
  const isEnglish = /^en\b/.test(own);
  noteReplacedPages(dir, `${String(path)}/${own}`, notes);
  if (names.length === 0 && isEnglish) return null;
  const translated = folders.map(translatedBy);
  const found = names.flatMap((name) => {
    const locale = readLocale({ dir, folder: `${String(path)}/${name}`, name, config: recordOf(localeConfigs)[name] }, translated, texts);
    return locale ?? [];
  });
  noteLocales(names, found, translated, isEnglish, notes);
  if (found.length === 0 && isEnglish) return null;
  const words = isEnglish ? {} : readInterfaceWords(dir, join(dir, String(path), own), own, texts.title);
  const all = { defaultLocale: own, keys: keysOf(own, recordOf(localeConfigs)[own]), words, locales: found };
  return docs['editLocalizedFiles'] === true ? withEditUrls(all, docs, notes) : all;
}

/** Notes the pages in the folder of the default locale, with which Docusaurus replaces those of the docs. @param folder relative to the site */
function noteReplacedPages(dir: string, folder: string, notes: Note[]): void {
  const count = isInProject(dir, folder) ? countFiles(join(dir, folder), /\.mdx?$/) : 0;
  if (count > 0)
    notes.push({
      kind: 'decide',
      text: `the pages in ${folder}, which is the folder of the default locale: ${count}. Docusaurus shows them instead of the pages with the same paths, so move them there`,
    });
}

/** Where a locale is defined. */
interface LocaleSource {
  /** Folder of the site. */
  dir: string;
  /** Folder of the translations, relative to the site. */
  folder: string;
  name: string;
  config: unknown;
}

/** Reads a locale; null if it has no translated pages. */
function readLocale(
  { dir, folder, name, config }: LocaleSource,
  translated: readonly TranslatedFolder[],
  texts: OriginalTexts,
): ForeignLocale | null {
  const places = translated.map(({ name: own, plugin, path }) => [own, `${folder}/${plugin}${path === '' ? '' : `/${path}`}`] as const);
  const folders = Object.fromEntries(places.filter(([, place]) => existsInProject(dir, place)));
  const main = `${folder}/${PAGES}`;
  const hasMain = existsInProject(dir, main);
  if (!hasMain && Object.keys(folders).length === 0) return null;
  const words = {
    ...readInterfaceWords(dir, join(dir, folder), name, texts.title),
    ...readWords(dir, join(dir, folder), texts),
    ...textsOf(dir, join(dir, folder), translated),
  };
  return { name, keys: keysOf(name, config), root: hasMain ? main : folder, folders, words };
}

/** Notes which locales were found, and which have no translated pages. */
function noteLocales(
  names: readonly string[],
  found: readonly ForeignLocale[],
  folders: readonly TranslatedFolder[],
  isEnglish: boolean,
  notes: Note[],
): void {
  const kept = found.map(({ name }) => name);
  const lost = names.filter((name) => !kept.includes(name));
  if (kept.length > 0)
    notes.push({
      kind: 'kept',
      text: `translations (${kept.join(', ')}) of the docs, of the labels of the navbar, the footer, and the sidebars, and of the words of the interface that Docusaurus has too`,
    });
  const translated = folders.filter((one) => found.some((locale) => one.name in locale.folders)).map(({ name }) => name);
  if (translated.length > 0) notes.push({ kind: 'kept', text: `translations of ${translated.join(', ')}` });
  if (kept.length > 0 || !isEnglish)
    notes.push({
      kind: 'decide',
      text: 'words of the interface that are not translated are in English: `quire translations` lists them, and their translations go into words-LOCALE.yaml',
    });
  if (lost.length > 0) notes.push({ kind: 'left out', text: `locales without translated pages: ${lost.join(', ')}` });
}

/** Returns where Docusaurus stores the translations of a folder. */
function translatedBy({ keys: { name, isBlog }, sidebars }: ForeignFolder): TranslatedFolder {
  const { label, link } = recordOf(Object.values(recordOf(sidebars)).flat()[0]);
  const { title, description } = recordOf(link);
  if (isBlog === true)
    return {
      name,
      path: '',
      plugin: `docusaurus-plugin-content-blog${name === 'blog' ? '' : `-${name}`}`,
      texts: { 'sidebar.title': textOf(label), title: textOf(title), description: textOf(description) },
    };
  return name === 'pages'
    ? { name, path: '', plugin: 'docusaurus-plugin-content-pages' }
    : { name, path: 'current', plugin: `docusaurus-plugin-content-docs-${name}` };
}

/** Adds `editUrl` to each locale, because the edit links of the site lead to the translations (`editLocalizedFiles`). */
function withEditUrls(translations: ForeignLocales, docs: Values, notes: Note[]): ForeignLocales {
  const locales = translations.locales.map((locale) => {
    const editUrl = editUrlOf(docs, locale.root, notes);
    return { ...locale, keys: { ...locale.keys, ...withoutUndefined({ editUrl }) } };
  });
  return { ...translations, locales };
}

/** Returns the keys of a locale for the configuration. As in Docusaurus, the default label is the name of the language in the language itself. */
function keysOf(name: string, config: unknown): Record<string, unknown> {
  const { label, direction, htmlLang, calendar, path } = recordOf(config);
  const values = { label: label ?? languageOf(name), direction, htmlLang, calendar, path };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'));
}

function languageOf(name: string): string {
  try {
    const language = new Intl.DisplayNames([name], { type: 'language' }).of(name) ?? name;
    return language.charAt(0).toLocaleUpperCase(name) + language.slice(1);
  } catch {
    return name;
  }
}

/** Returns the translations of the texts of blogs, by the original text. The last translation of a text wins. @param dir folder of the site @param folder absolute */
function textsOf(dir: string, folder: string, folders: readonly TranslatedFolder[]): Record<string, string> {
  return Object.fromEntries(
    folders.flatMap(({ plugin, texts = {} }) => {
      const file = join(folder, plugin, 'options.json');
      const translated = existsInProject(dir, file) ? readJson(file) : {};
      return Object.entries(texts).flatMap(([key, original]) => {
        const { message } = recordOf(translated[key]);
        return original !== undefined && typeof message === 'string' && message !== '' ? [[original, message] as const] : [];
      });
    }),
  );
}

/** Keys in Docusaurus's files of translations that end with the label in the default language. */
const LABEL = /^(?:item\.label|link\.title|link\.item\.label|sidebar\.[^.]+\.(?:category|link|doc))\.(.+)$/;

/** Keys of the title and the description of the overview of a category. They do not contain the text in the default language. */
const OVERVIEW = /\.link\.generated-index\.(?:title|description)$/;

/** Returns the translated labels of a locale, by the original label. @param dir folder of the site @param folder absolute */
function readWords(dir: string, folder: string, { navbarTitle, copyright }: OriginalTexts): Record<string, string> {
  const words: Record<string, string> = {};
  const add = (text: string | undefined, value: unknown, plain = withoutTags): void => {
    const { message } = recordOf(value);
    if (text === undefined || typeof message !== 'string') return;
    const shown = plain(message);
    if (shown !== '' && shown !== text) words[text] = shown;
  };
  for (const name of ['docusaurus-theme-classic', PAGES])
    for (const file of existsInProject(dir, join(folder, name)) ? readdirSync(join(folder, name)).toSorted() : []) {
      if (!file.endsWith('.json') || !existsInProject(dir, join(folder, name, file))) continue;
      for (const [key, value] of Object.entries(readJson(join(folder, name, file)))) {
        if (key === 'title' && file === 'navbar.json') add(navbarTitle, value);
        else if (key === 'copyright' && file === 'footer.json') add(copyright, value, inlineHtml);
        else if (!OVERVIEW.test(key)) add(LABEL.exec(key)?.[1], value);
      }
    }
  return words;
}

/** Reads an object from a JSON file. @throws Error that names the file if it is not valid JSON */
function readJson(file: string): Values {
  try {
    return recordOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${messageOf(error)}`, { cause: error });
  }
}

/** The engine's text for each message of the theme that has the same meaning, so that its translation can be used unchanged. */
const SAME_MEANING: Readonly<Record<string, string>> = {
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
  return convertMessages({ ...themeMessages(dir, locale), ...messagesIn(dir, join(folder, 'code.json')) }, locale, title);
}

/** Reads the messages of the theme. Its folders are named by a language, or by a language and a region or script. */
function themeMessages(dir: string, locale: string): Messages {
  const locales = join(dir, 'node_modules/@docusaurus/theme-translations/locales');
  const found = namesOfLanguage(locale).find((name) => existsInProject(dir, join(locales, name)));
  if (found === undefined) return {};
  return {
    ...messagesIn(dir, join(locales, found, 'theme-common.json')),
    ...messagesIn(dir, join(locales, found, 'theme-search-algolia.json')),
  };
}

/** Returns the names that the folder of a language can have. */
function namesOfLanguage(locale: string): string[] {
  try {
    const { language, region, script } = new Intl.Locale(locale).maximize();
    return [locale, `${language}-${region}`, `${language}-${script}`, language];
  } catch {
    // The check of the written configuration reports a name such as `en_US`.
    return [locale];
  }
}

/** The messages of a file by their ids; none if it is not in the project of the site. A message is a text, or an object with the text and a description. */
function messagesIn(dir: string, file: string): Messages {
  if (!existsInProject(dir, file)) return {};
  const texts = Object.entries(readJson(file)).map(([id, value]) => [id, typeof value === 'string' ? value : recordOf(value)['message']]);
  return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string' && text.trim() !== '')) as Messages;
}

/** Converts messages of the theme, by id, to translations of the engine's texts, by the English text. Exported for tests. */
export function convertMessages(messages: Messages, locale: string, title: string): Record<string, string> {
  const words: Record<string, string> = {};
  const add = (word: string, translation: string | undefined): void => {
    const shown = translation?.trim();
    if (shown !== undefined && shown !== '' && shown !== word) words[word] = shown;
  };
  for (const [id, word] of Object.entries(SAME_MEANING)) add(word, messages[id]);
  for (const word of ADMONITIONS) {
    const text = messages[`theme.admonition.${word.toLowerCase()}`];
    add(word, text === undefined ? undefined : text.charAt(0).toLocaleUpperCase(locale) + text.slice(1));
  }
  add('Close announcement', messages['theme.AnnouncementBar.closeButtonAriaLabel']);
  add('Back to main menu', messages['theme.navbar.mobileSidebarSecondaryMenu.backButtonLabel']?.replace(/^[←→\s]+/, ''));
  const suggested = messages['theme.SearchModal.noResultsScreen.suggestedQueryText'];
  add('Try searching for:', suggested === undefined ? undefined : `${suggested.replace(/(?<!\s)\s*[:：]$/, '')}:`);
  const version = /^([^{]*)\{versionLabel\}$/.exec(messages['theme.docs.versionBadge.label'] ?? '')?.[1]?.trimEnd() ?? '';
  add('Version', /[:：]$/.test(version) ? version.slice(0, -1).trimEnd() : undefined);
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
