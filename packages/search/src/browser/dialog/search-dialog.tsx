/** The search dialog. This module is fetched when the reader is about to search. */
import { type MouseEvent, type SubmitEvent, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Result } from '../../site-search.ts';
import { errorHint } from '../../results-html.ts';
import { createTranslate, type Translate } from '../../search-words.ts';
import { type SearchHistory, createHistory, type KeyValueStore } from '../history.ts';
import { SearchIcon, useModalDialog, useTranslate, TranslateContext } from '../dialog-parts.tsx';
import { feedbackAddress, searchAddress, type OfferedQuestion, type SearchHost, type SearchSite, NO_HOST } from '../search-site.ts';
import {
  groupResults,
  type ListProps,
  optionId,
  type ResultGroup,
  ResultsList,
  type StartItems,
  StartList,
  startOptions,
  SearchField,
  type FollowMode,
} from './combobox.tsx';
import { type DialogAnswer, type SearchSession, type SessionState, createSearchSession } from './search-session.ts';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { type ResultSource, sharedResultSource } from '../result-source.ts';

interface SearchDialogProps {
  site: SearchSite;
  session: SearchSession;
  history: SearchHistory;
  host: SearchHost;
}

/** Maximum number of questions in each list of the start list, so that the other lists are visible too. */
const MAX_QUESTIONS = 3;

function readStart({ history, host }: Pick<SearchDialogProps, 'history' | 'host'>): StartItems {
  const { page, common } = host.questions();
  const ofQuestions = (questions: readonly OfferedQuestion[]): Result[] =>
    questions.slice(0, MAX_QUESTIONS).map(({ ask, href }) => asResult(ask, href));
  return {
    ...history.read(),
    pageQuestions: ofQuestions(page),
    commonQuestions: ofQuestions(common),
    popularPages: (host.popularPages?.() ?? []).map(({ label, href }) => asResult(label, href)),
  };
}

function asResult(text: string, href: string): Result {
  const title = [{ text, highlighted: false }];
  return { id: `offered ${text}`, href, pageHref: href, isPage: true, group: '', pageTitle: title, title, excerpt: [], trail: [] };
}

/**
 * The search dialog. It is modal, so the browser traps the focus, closes the dialog on Escape, and restores the focus.
 * The cursor stays in the field while the arrow keys move through the list (ARIA combobox).
 */
function SearchDialog({ site, session, history, host }: SearchDialogProps) {
  const translate = useTranslate();
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [startItems, setStartItems] = useState<StartItems>({
    recent: [],
    favorite: [],
    pageQuestions: [],
    commonQuestions: [],
    popularPages: [],
  });
  const { isOpen, query, answer, status } = state;
  const isStart = query.trim() === '';
  const groups = useMemo(() => groupsOf(answer, startItems.popularPages, translate), [answer, startItems.popularPages, translate]);
  // Show this option only after the first answer, so that the list does not move while the reader uses it.
  const askOption =
    host.ask === null || isStart || (answer === null && status !== 'failed')
      ? null
      : {
          label: host.ask.label,
          query: query.trim(),
          isFirst: status !== 'failed' && answer?.everywhere === 0,
          open: () => (session.close(), host.ask?.open(query.trim())),
        };
  const rows = status === 'failed' ? [] : groups.flatMap((group) => group.rows);
  const count = isStart ? startOptions(startItems).length : rows.length + (askOption === null ? 0 : 1);
  // Enter opens the first result, or asks the assistant if nothing was found. The start list has no active option at first.
  const first = isStart ? -1 : 0;
  const [active, setActive] = useState(first);
  // Reset the active option when the list changes.
  const [previous, setPrevious] = useState({ answer, first });
  if (previous.answer !== answer || previous.first !== first) {
    setPrevious({ answer, first });
    setActive(first);
  }
  const refresh = () => {
    setStartItems(readStart({ history, host }));
    // The active index would name another item.
    if (isStart) setActive(first);
  };

  const dialog = useModalDialog(isOpen, session.close, () => {
    refresh();
    field.current?.focus();
    field.current?.select();
  });
  useEffect(() => {
    optionIn(dialog.ref.current, optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [active, listId, dialog.ref]);

  const choose = (item: Result, { ctrlKey, metaKey, shiftKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>) => {
    const offered = [...startItems.pageQuestions, ...startItems.commonQuestions, ...startItems.popularPages];
    if (offered.every(({ id }) => id !== item.id)) history.choose(item);
    // With these keys the link opens elsewhere, and the reader may want to open another result.
    if (!ctrlKey && !metaKey && !shiftKey) session.close();
  };
  /** Waits for the results of the latest query, since the list may still show those of an earlier one. */
  const followActive = async (mode: FollowMode) => {
    const wasCurrent = session.getState().status !== 'loading';
    await session.settle();
    followOption(optionIn(dialog.ref.current, optionId(listId, wasCurrent ? active : first)), mode);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void followActive('here');
  };

  return (
    <dialog {...dialog} className="dialog-window search-dialog" aria-label={translate('Search')}>
      <div className="dialog-frame">
        <SearchField
          ref={field}
          site={site}
          query={query}
          onQuery={session.setQuery}
          listId={count > 0 ? listId : null}
          active={active}
          count={count}
          onActive={setActive}
          onFollow={(mode) => void followActive(mode)}
          onSubmit={onSubmit}
          onCancel={session.close}
          isLoading={status === 'loading'}
        />
        {!isStart && answer !== null && status !== 'failed' && (
          <GroupFilter answer={answer} group={state.group} onGroup={(group) => (session.setGroup(group), field.current?.focus())} />
        )}
        <div className="search-body" aria-busy={status === 'loading'}>
          <DialogScreen
            {...{ site, state, groups, startItems, history }}
            list={{ id: listId, active, onPoint: setActive, onChoose: choose, askOption }}
            // The pressed button was removed, so move the focus to the field.
            onHistoryChange={() => (refresh(), field.current?.focus())}
            onSuggestion={(suggestion) => (session.setQuery(suggestion), field.current?.focus())}
            onEverywhere={() => (session.setGroup(null), field.current?.focus())}
            onLeave={session.close}
            onRetry={() => (session.retry(), field.current?.focus())}
          />
        </div>
        <DialogFooter />
        <p className="visually-hidden" role="status">
          {isOpen ? statusText(state, translate) : ''}
        </p>
      </div>
    </dialog>
  );
}

interface DialogScreenProps {
  site: SearchSite;
  state: SessionState;
  groups: readonly ResultGroup[];
  startItems: StartItems;
  history: SearchHistory;
  list: ListProps;
  onHistoryChange: () => void;
  onSuggestion: (suggestion: string) => void;
  onEverywhere: () => void;
  onLeave: () => void;
  onRetry: () => void;
}

/** The content below the field. The previous results stay until new ones arrive. */
function DialogScreen(props: DialogScreenProps) {
  const { site, state, groups, startItems, history, list } = props;
  const { query, status, answer, errorStatus } = state;
  const translate = useTranslate();
  if (query.trim() === '') return <StartList items={startItems} history={history} onChange={props.onHistoryChange} {...list} />;
  if (status === 'failed')
    return (
      <>
        <ErrorMessage errorStatus={errorStatus} onRetry={props.onRetry} />
        <ResultsList groups={[]} {...list} />
      </>
    );
  if (answer === null) return null;
  if (answer.results.length > 0) {
    return (
      <>
        <ResultsList groups={groups} {...list} />
        <a className="search-all" href={searchAddress(site, answer.query, state.group)} onClick={props.onLeave}>
          {translate('See all {count} results', { count: countIn(answer, state.group) })}
        </a>
      </>
    );
  }
  if (answer.everywhere > 0) {
    return (
      <>
        <div className="search-message">
          <p>{translate('No results in this part of the documentation.')}</p>
          <button type="button" className="link-button" onClick={props.onEverywhere}>
            {translate('Show all results')}
          </button>
        </div>
        <ResultsList groups={[]} {...list} />
      </>
    );
  }
  return (
    <>
      <NoResultsMessage
        query={answer.query}
        suggestions={answer.suggestions}
        feedbackUrl={feedbackAddress(site)}
        onSuggestion={props.onSuggestion}
      />
      <ResultsList groups={groups} {...list} />
    </>
  );
}

/** Returns the results in groups. If nothing was found, returns the closest pages, or else popular ones. */
function groupsOf(answer: DialogAnswer | null, popularPages: readonly Result[], translate: Translate): ResultGroup[] {
  if (answer === null) return [];
  const { results, closest, everywhere } = answer;
  if (results.length > 0) return groupResults(results);
  if (closest.length > 0 || everywhere > 0) return groupResults(closest.map((page) => ({ ...page, group: translate('Closest pages') })));
  return groupResults(popularPages.map((page) => ({ ...page, group: translate('Popular pages') })));
}

interface GroupFilterProps {
  answer: DialogAnswer;
  group: string | null;
  onGroup: (group: string | null) => void;
}

/** Buttons that restrict the results to a group; nothing if all results belong to one group. */
function GroupFilter({ answer, group, onGroup }: GroupFilterProps) {
  const translate = useTranslate();
  const groups = answer.groups.filter(({ name, count }) => name === group || count > 0);
  if (groups.length < 2) return null;
  const all = { name: null, label: translate('All'), count: answer.everywhere };
  return (
    <div className="search-filter" role="group" aria-label={translate('Parts of the documentation')}>
      {[all, ...groups].map(({ name, label, count }) => (
        <button key={name} type="button" aria-pressed={name === group} onClick={() => onGroup(name)}>
          {label} <span className="search-group-count">{count}</span>
        </button>
      ))}
    </div>
  );
}

function ErrorMessage({ errorStatus, onRetry }: { errorStatus: number; onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <div className="search-message">
      <SearchIcon name="offline" />
      <p>
        <strong>{translate('Unable to fetch results')}</strong>
      </p>
      <p>{translate(errorHint(errorStatus))}</p>
      <button type="button" className="link-button" onClick={onRetry}>
        {translate('Try again')}
      </button>
    </div>
  );
}

interface NoResultsProps {
  query: string;
  suggestions: readonly string[];
  feedbackUrl: string | null;
  onSuggestion: (suggestion: string) => void;
}

function NoResultsMessage({ query, suggestions, feedbackUrl, onSuggestion }: NoResultsProps) {
  const translate = useTranslate();
  return (
    <div className="search-message">
      <SearchIcon name="none" />
      <p>
        {translate('No results for')} “<strong>{query}</strong>”
      </p>
      {suggestions.length > 0 && (
        <>
          <p id="search-suggestions">{translate('Try searching for:')}</p>
          <ul aria-labelledby="search-suggestions">
            {suggestions.map((suggestion) => (
              <li key={suggestion}>
                <button type="button" className="link-button" onClick={() => onSuggestion(suggestion)}>
                  {suggestion}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {feedbackUrl !== null && (
        <p>
          {translate('Believe this query should return results?')} <a href={feedbackUrl}>{translate('Let us know.')}</a>
        </p>
      )}
    </div>
  );
}

/** The legend of the keyboard shortcuts. */
function DialogFooter() {
  const translate = useTranslate();
  return (
    <div className="search-keys">
      <span>
        <kbd>
          <SearchIcon name="enter" />
        </kbd>{' '}
        {translate('to select')}
      </span>
      <span>
        <kbd>
          <SearchIcon name="up" />
        </kbd>
        <kbd>
          <SearchIcon name="down" />
        </kbd>{' '}
        {translate('to navigate')}
      </span>
      <span>
        <kbd>esc</kbd> {translate('to close')}
      </span>
    </div>
  );
}

/** Returns the number of matching pages in a group, or in the whole site if it is null. */
const countIn = ({ groups, everywhere }: DialogAnswer, group: string | null): number =>
  group === null ? everywhere : (groups.find(({ name }) => name === group)?.count ?? 0);

/** Returns the text that a screen reader announces when an answer has arrived; empty while it is loading. */
function statusText({ query, status, answer, group, errorStatus }: SessionState, translate: Translate): string {
  if (query.trim() === '' || status === 'idle' || status === 'loading') return '';
  if (status === 'failed') return `${translate('Unable to fetch results')}. ${translate(errorHint(errorStatus))}`;
  const total = answer === null ? 0 : countIn(answer, group);
  if (total === 0) return translate('No results for {query}', { query: answer?.query ?? query });
  return translate(total === 1 ? '{count} result for {query}' : '{count} results for {query}', {
    count: total,
    query: answer?.query ?? query,
  });
}

/** Returns an option by its id. The page may contain another element with this id, which an author wrote. */
const optionIn = (dialog: HTMLElement | null, id: string): HTMLElement | null =>
  dialog?.querySelector<HTMLElement>(`#${CSS.escape(id)}`) ?? null;

/** Follows the link of an option or runs its action, like a click. A missing option is ignored. */
function followOption(link: HTMLElement | null, mode: FollowMode): void {
  if (link === null) return;
  if (mode === 'here' || !(link instanceof HTMLAnchorElement)) link.click();
  // Browsers open a new tab for a synthetic click with Ctrl too.
  else link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true, metaKey: true }));
}

export interface MountedDialog {
  /** Opens the dialog at once, with an optional query. */
  open(query?: string): void;
}

/** Mounts the dialog in the document. Call it once. */
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
