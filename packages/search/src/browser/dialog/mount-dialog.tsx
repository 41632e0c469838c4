/** Mounts the dialog in the document once. This module is fetched when the reader is about to search. */
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { createHistory, type KeyValueStore } from '../history.ts';
import { createTranslate } from '../../results-html.ts';
import { type ResultSource, sharedResultSource } from '../result-source.ts';
import { TranslateContext } from '../dialog-parts.tsx';
import { NO_HOST, type SearchHost, type SearchSite } from '../search-site.ts';
import { SearchDialog } from './search-dialog.tsx';
import { createSearchSession } from './search-session.ts';

export interface MountedDialog {
  /** Opens the dialog at once, with an optional query. */
  open(query?: string): void;
}

export function mountDialog(
  site: SearchSite,
  store: KeyValueStore,
  host: SearchHost = NO_HOST,
  source: ResultSource = sharedResultSource(site),
): MountedDialog {
  const session = createSearchSession(site, source, host.onSearched);
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const history = createHistory(store, site.search.indexName);
  flushSync(() =>
    root.render(
      <TranslateContext value={createTranslate(site.words)}>
        <SearchDialog {...{ site, session, history, host }} />
      </TranslateContext>,
    ),
  );
  return {
    open(query = '') {
      flushSync(() => session.open(query));
      const field = document.activeElement;
      // Typing continues a query that was started elsewhere, but replaces a previous query.
      if (query !== '' && field instanceof HTMLInputElement) field.setSelectionRange(field.value.length, field.value.length);
    },
  };
}
