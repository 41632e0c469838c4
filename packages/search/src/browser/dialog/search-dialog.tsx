import { say } from '../../words.ts';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react';
import type { SearchHistory } from '../history.ts';
import { questionItem, toResultItem, type ResultItem, type SearchHost, type SearchSite } from '../result-item.ts';
import { DialogFooter } from './dialog-footer.tsx';
import { DialogScreen } from './dialog-screen.tsx';
import { followOption, type FollowMode } from './follow-option.ts';
import { groupResults } from './result-groups.ts';
import { optionId } from './results-list.tsx';
import { SearchField } from './search-field.tsx';
import type { SearchSession } from './search-session.ts';
import { startOptions, type StartItems } from './start-list.tsx';
import { statusText } from './status-text.ts';
import { useCloseOnLeave } from './use-close-on-leave.ts';

export interface SearchDialogProps {
  site: SearchSite;
  session: SearchSession;
  history: SearchHistory;
  host: SearchHost;
}

function readStart({ history, site, host }: Pick<SearchDialogProps, 'history' | 'site' | 'host'>): StartItems {
  const { recent, favorite } = history.read();
  const items = (hits: readonly unknown[]): ResultItem[] => hits.flatMap((hit) => toResultItem(hit, site) ?? []);
  const { page, common } = host.questions();
  return {
    recent: items(recent),
    favorite: items(favorite),
    pageQuestions: page.map(questionItem),
    commonQuestions: common.map(questionItem),
  };
}

/**
 * The search over the page: a modal dialog, so the browser traps the focus, closes on Escape and gives the focus
 * back. The cursor stays in the field; arrows move through the list (ARIA combobox).
 */
export function SearchDialog({ site, session, history, host }: SearchDialogProps) {
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [kept, setKept] = useState<StartItems>({ recent: [], favorite: [], pageQuestions: [], commonQuestions: [] });
  const { isOpen, query, answer, status } = state;
  const isStart = query.trim() === '';
  const groups = useMemo(() => groupResults(answer?.items ?? []), [answer]);
  // Nothing can be asked before the first answer is there: the list would move under the reader.
  const asking =
    host.ask === null || isStart || (answer === null && status !== 'failed')
      ? null
      : { label: host.ask.label, query: query.trim(), open: () => (session.close(), host.ask?.open(query.trim())) };
  const rows = status === 'failed' ? [] : groups.flatMap((group) => group.rows);
  const count = isStart ? startOptions(kept).length : rows.length + (asking === null ? 0 : 1);
  // The first result is what Enter is for; of the recent ones none was asked for.
  const first = isStart ? -1 : 0;
  const [active, setActive] = useState(first);
  useEffect(() => setActive(first), [answer, first]);
  const refresh = () => setKept(readStart({ history, site, host }));

  useLayoutEffect(() => {
    if (!isOpen) return dialog.current?.close();
    refresh();
    if (!dialog.current?.open) dialog.current?.showModal();
    field.current?.focus();
    field.current?.select();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen]);
  useCloseOnLeave(isOpen, session.close);
  useEffect(() => {
    document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  const choose = (item: ResultItem, { ctrlKey, metaKey, shiftKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>) => {
    if (item.hit !== null) history.choose(item.hit);
    // With these keys the link opens elsewhere, and the visitor may want another one.
    if (!ctrlKey && !metaKey && !shiftKey) session.close();
  };
  /** What was typed last counts, not what is still shown of what was typed before. */
  const followActive = async (mode: FollowMode) => {
    const wasCurrent = session.getState().status !== 'loading';
    await session.settle();
    followOption(optionId(listId, wasCurrent ? active : first), mode);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void followActive('here');
  };

  return (
    <dialog
      ref={dialog}
      className="dialog-window search-dialog"
      aria-label={say('Search')}
      onClose={session.close}
      onClick={(event) => event.target === event.currentTarget && session.close()}
    >
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
        <div className="search-body" aria-busy={status === 'loading'}>
          <DialogScreen
            {...{ site, state, groups, kept, history }}
            list={{ id: listId, active, onPoint: setActive, onChoose: choose, asking }}
            // The button that was pressed is gone, and the focus with it.
            onHistoryChange={() => (refresh(), field.current?.focus())}
            onSuggestion={(suggestion) => (session.setQuery(suggestion), field.current?.focus())}
            onLeave={session.close}
            onRetry={() => (session.retry(), field.current?.focus())}
          />
        </div>
        <DialogFooter />
        <p className="visually-hidden" role="status">
          {isOpen ? statusText(state) : ''}
        </p>
      </div>
    </dialog>
  );
}
