/** The texts of the interface. The English text is the key of its translation in a locale's `interface.yaml`. */
import { SEARCH_WORDS } from '@quire/search';

import type { SiteData } from './site.ts';

/** Texts of errors that the server shows to readers. In English, a page contains the message of the error instead, which is more precise. */
const SERVER_WORDS = [
  'The address is too long.',
  'Too many requests came from here in a short time. Try again in a little while.',
  'The server does not accept this request.',
  'Something went wrong on the server. Try again in a little while.',
] as const;

/** Texts of the shell. Names in braces are placeholders. */
const SHELL_WORDS = [
  // Page
  'Skip to main content',
  'Breadcrumbs',
  'Edit this page',
  'Copy page',
  'View as Markdown',
  'Use with AI',
  'Read {url} and answer my questions about it.',
  'Open in {name}',
  'Connect your editor',
  'Editors and agents can search and read this documentation over MCP, at {url}.',
  'Last updated on',
  'Last updated by {author} on',
  'Published on',
  'Published by {author} on',
  '{minutes} min read',
  'Previous and next page',
  'Previous',
  'Next',
  'On this page',
  'Link to this section: {heading}',
  'Copy code',
  'Wrap long lines',
  'Copied',
  'The browser did not allow copying. The code is selected: copy it with Ctrl+C or Cmd+C.',
  'The browser did not allow copying. Select and copy it by hand: {text}',
  'The browser did not allow copying. Its Markdown is at {url}',
  'The page could not be fetched. Its Markdown is at {url}',
  'Enlarge the picture',
  'Enlarged picture',
  'Note',
  'Tip',
  'Info',
  'Warning',
  'Danger',
  'Important',
  'Caution',
  'Tags',
  'Tag: {tag}',
  'Authors',
  'Written by',
  'Contents',
  'Table',
  'Table: {heading}',
  'Done',
  'Not done',
  'Picture',
  'Diagram',
  'Variants',
  'Watch the video',
  'Watch the video on YouTube',
  'Watch the video on Loom',
  'Watch the video on Vimeo',
  'Open the sandbox on CodeSandbox',
  'Open the project on StackBlitz',
  'Listen to the recording',
  'Open the embedded page',
  'Open the embedded page of {host}',
  // Overviews of categories
  'Page',
  'What it is for',
  '1 item',
  '{count} items',
  // Navigation
  'Main',
  'Menu',
  'Open menu',
  'Close menu',
  'Back to main menu',
  'Docs pages',
  'Browse the docs',
  'Pages of {category}',
  'Go to {category}',
  'Footer',
  'Switch to dark mode',
  'Switch to light mode',
  'Announcement',
  'Close announcement',
  // Errors and links
  'Loading page',
  'Retry',
  'You might want to check your network connection.',
  'This page crashed.',
  'Try again',
  '(opens in a new tab)',
  // Versions and languages
  'Version',
  'Versions',
  'Language',
  'All versions',
  'This is the documentation of version {version}, which is not released yet.',
  'This is the documentation of version {version}, which is no longer maintained.',
  'The newest version is {version}.',
  'This page has not been translated yet.',
  // Keyboard shortcuts
  'Keyboard shortcuts',
  'Open the search',
  'Move through the results',
  'Open the selected result',
  'Open it in a new tab',
  'Close a dialog',
  'Show this list',
  'or',
  'Close',
  // Search and not found. The first is the default name of the group of all pages.
  'Guides',
  'Page not found',
  'There is no page at this address.',
  'It may have moved.',
  'Start with the first page',
  'Did you mean this page?',
  'Did you mean one of these pages?',
  'The request failed',
  ...SERVER_WORDS,
  'Go to the home page',
  'This page has moved.',
  'Go to its new address',
  'Search',
  'Search docs',
  'Search the documentation',
  'Search the documentation.',
  'Search by task, setting, command, or error message. Each result links to the section that answers it.',
  'Enter a search term to see the sections that match.',
  'Enter a search term and press Search. If no results appear, this copy of the site has no search server and needs JavaScript to search.',
] as const;

export type InterfaceWord = (typeof SHELL_WORDS)[number];

/** Returns the translatable text for an HTTP error status. */
export function errorText(status: number): (typeof SERVER_WORDS)[number] {
  if (status === 414) return 'The address is too long.';
  if (status === 429) return 'Too many requests came from here in a short time. Try again in a little while.';
  return status < 500 ? 'The server does not accept this request.' : 'Something went wrong on the server. Try again in a little while.';
}

/** The texts that the server writes into pages. */
export const WORDS_OF_SERVER: readonly string[] = [...SERVER_WORDS, ...SEARCH_WORDS];

/** All texts that a locale can translate, including those of the search. */
export const INTERFACE_WORDS: readonly string[] = [...SHELL_WORDS, ...SEARCH_WORDS];

/** Returns a text in the language of the site, or in English if it is not translated. `values` replace its placeholders, such as `{count}`. */
export type Translate<Word extends string = InterfaceWord> = (words: Word, values?: Readonly<Record<string, string>>) => string;

/** Returns the translation of a text, or the text if it has none. A text of an author can be the name of a property that every object has. */
export const wordFor = (text: string, words: SiteData['words'] = {}): string =>
  (Object.hasOwn(words, text) ? words[text] : undefined) ?? text;

/** Creates the function that translates texts. @param words translations by the English text, usually those of the site's data */
export function createTranslate<Word extends string = InterfaceWord>({
  words,
}: {
  words?: SiteData['words'] | undefined;
}): Translate<Word> {
  return (english, values = {}) => {
    const translation = wordFor(english, words);
    // The replacement is a function, because `$` in a string would be a pattern.
    return Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), translation);
  };
}

/** The texts in English. */
export const IN_ENGLISH: Translate = createTranslate({});
