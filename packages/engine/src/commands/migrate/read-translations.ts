/** Reads the translations of a Docusaurus site: the locales, their folders of pages, and the labels of the navbar, the footer, and the sidebars. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { readInterfaceWords } from './interface-messages.ts';
import { entry, inlineHtml, readJson, withoutTags } from './values.ts';
import type { Note } from './values.ts';

/** A locale other than the default one. */
export interface ForeignLocale {
  name: string;
  /** Keys of the locale in the configuration. */
  keys: Record<string, unknown>;
  /** Folder of its pages, which contains a folder for each version; relative to the site. */
  root: string;
  /** Folders of the translations of additional docs, blogs, and pages, by the name of the folder; relative to the site. */
  folders: Record<string, string>;
  /** Translations of labels by the label in the default language. */
  words: Record<string, string>;
}

export interface ForeignLocales {
  defaultLocale: string;
  /** Keys of the default locale. */
  keys: Record<string, unknown>;
  /** Translations of the interface into the default locale; empty in English. */
  words: Record<string, string>;
  locales: ForeignLocale[];
}

/** Name of the folder of translated docs in the folder of a locale. */
const PAGES = 'docusaurus-plugin-content-docs';

/** An additional folder of docs, and the plugin whose folder contains its translations. */
export interface TranslatedFolder {
  name: string;
  plugin: string;
  /** Folder of its files in the folder of the plugin. */
  path: string;
  /** Texts of its list of posts, by their keys in `options.json`. */
  texts?: Readonly<Record<string, string | undefined>>;
}

/** Texts of a site in its default language. Docusaurus's files of translations identify them by their position instead of their text. */
export interface OriginalTexts {
  title: string;
  navbarTitle: string | undefined;
  copyright: string | undefined;
}

/** Returns the default locale, and the other locales that have translated pages; null for a site in English only. */
export function readTranslations(
  dir: string,
  i18n: unknown,
  folders: readonly TranslatedFolder[],
  texts: OriginalTexts,
  notes: Note[],
): ForeignLocales | null {
  const { defaultLocale = 'en', locales = [], localeConfigs, path = 'i18n' } = entry(i18n);
  const names = Array.isArray(locales) ? locales.map(String).filter((name) => name !== defaultLocale) : [];
  const own = String(defaultLocale);
  const isEnglish = /^en\b/.test(own);
  if (names.length === 0 && isEnglish) return null;
  const found = names.flatMap((name): ForeignLocale[] => {
    const folder = `${String(path)}/${name}`;
    const places = folders.map(
      ({ name: own, plugin, path: inner }) => [own, `${folder}/${plugin}${inner === '' ? '' : `/${inner}`}`] as const,
    );
    const own = Object.fromEntries(places.filter(([, place]) => existsSync(join(dir, place))));
    const main = `${folder}/${PAGES}`;
    if (!existsSync(join(dir, main)) && Object.keys(own).length === 0) return [];
    const words = {
      ...readInterfaceWords(dir, join(dir, folder), name, texts.title),
      ...readWords(join(dir, folder), texts),
      ...textsOf(join(dir, folder), folders),
    };
    const root = existsSync(join(dir, main)) ? main : folder;
    return [{ name, keys: keysOf(name, entry(localeConfigs)[name]), root, folders: own, words }];
  });
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
  if (kept.length === 0 && isEnglish) return null;
  const words = isEnglish ? {} : readInterfaceWords(dir, join(dir, String(path), own), own, texts.title);
  return { defaultLocale: own, keys: keysOf(own, entry(localeConfigs)[own]), words, locales: found };
}

/** Returns the keys of a locale for the configuration. As in Docusaurus, the default label is the name of the language in the language itself. */
function keysOf(name: string, config: unknown): Record<string, unknown> {
  const { label, direction, htmlLang, calendar, path } = entry(config);
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

/** Returns the translations of the texts of blogs, by the original text. The last translation of a text wins. @param folder absolute */
function textsOf(folder: string, folders: readonly TranslatedFolder[]): Record<string, string> {
  return Object.fromEntries(
    folders.flatMap(({ plugin, texts = {} }) => {
      const file = join(folder, plugin, 'options.json');
      const translated = existsSync(file) ? readJson(file) : {};
      return Object.entries(texts).flatMap(([key, original]) => {
        const { message } = entry(translated[key]);
        return original !== undefined && typeof message === 'string' && message !== '' ? [[original, message] as const] : [];
      });
    }),
  );
}

/** Keys in Docusaurus's files of translations that end with the label in the default language. */
const LABEL = /^(?:item\.label|link\.title|link\.item\.label|sidebar\.[^.]+\.(?:category|link|doc))\.(.+)$/;

/** Keys of the title and the description of the overview of a category. They do not contain the text in the default language. */
const OVERVIEW = /\.link\.generated-index\.(?:title|description)$/;

/** Returns the translated labels of a locale, by the original label. @param folder absolute */
function readWords(folder: string, { navbarTitle, copyright }: OriginalTexts): Record<string, string> {
  const words: Record<string, string> = {};
  const add = (text: string | undefined, value: unknown, plain = withoutTags): void => {
    const { message } = entry(value);
    if (text === undefined || typeof message !== 'string') return;
    const shown = plain(message);
    if (shown !== '' && shown !== text) words[text] = shown;
  };
  for (const name of ['docusaurus-theme-classic', PAGES])
    for (const file of existsSync(join(folder, name)) ? readdirSync(join(folder, name)).toSorted() : []) {
      if (!file.endsWith('.json')) continue;
      for (const [key, value] of Object.entries(readJson(join(folder, name, file)))) {
        if (key === 'title' && file === 'navbar.json') add(navbarTitle, value);
        else if (key === 'copyright' && file === 'footer.json') add(copyright, value, inlineHtml);
        else if (!OVERVIEW.test(key)) add(LABEL.exec(key)?.[1], value);
      }
    }
  return words;
}
