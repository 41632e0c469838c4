import { say } from '../../words.ts';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react';
import type { SearchHistory } from '../history.ts';
import { toResultItem, type ResultItem, type SearchSite } from '../result-item.ts';
import { DialogFooter } from './dialog-footer.tsx';
import { DialogScreen } from './dialog-screen.tsx';
import { followOption, type FollowMode } from './follow-option.ts';
import type { HistoryItems } from './history-list.tsx';
import { groupResults } from './result-groups.ts';
import { optionId } from './results-list.tsx';
import { SearchField } from './search-field.tsx';
import type { SearchSession } from './search-session.ts';
import { statusText } from './status-text.ts';
import { useCloseOnLeave } from './use-close-on-leave.ts';

export interface SearchDialogProps {
  site: SearchSite;
  session: SearchSession;
  history: SearchHistory;
}

function readHistory(history: SearchHistory, site: SearchSite): HistoryItems {
  const { recent, favorite } = history.read();
  const items = (hits: readonly unknown[]): ResultItem[] => hits.flatMap((hit) => toResultItem(hit, site) ?? []);
  return { recent: items(recent), favorite: items(favorite) };
}

/**
 * The search over the page: a modal dialog, so the browser traps the focus, closes on Escape and gives the focus
 * back. The cursor stays in the field; arrows move through the list (ARIA combobox).
 */
export function SearchDialog({ site, session, history }: SearchDialogProps) {
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [kept, setKept] = useState<HistoryItems>({ recent: [], favorite: [] });
  const { isOpen, query, answer, status } = state;
  const isStart = query.trim() === '';
  const groups = useMemo(() => groupResults(answer?.items ?? []), [answer]);
  const options = isStart ? [...kept.recent, ...kept.favorite] : status === 'failed' ? [] : groups.flatMap(({ rows }) => rows);
  // The first result is what Enter is for; of the recent ones none was asked for.
  const first = isStart ? -1 : 0;
  const [active, setActive] = useState(first);
  useEffect(() => setActive(first), [answer, first]);
  const refresh = () => setKept(readHistory(history, site));

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
    history.choose(item.hit);
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
          listId={options.length > 0 ? listId : null}
          active={active}
          count={options.length}
          onActive={setActive}
          onFollow={(mode) => void followActive(mode)}
          onSubmit={onSubmit}
          onCancel={session.close}
          isLoading={status === 'loading'}
        />
        <div className="search-body" aria-busy={status === 'loading'}>
          <DialogScreen
            {...{ site, state, groups, kept, history }}
            list={{ id: listId, active, onPoint: setActive, onChoose: choose }}
            // The button that was pressed is gone, and the focus with it.
            onHistoryChange={() => (refresh(), field.current?.focus())}
            onSuggestion={(suggestion) => (session.setQuery(suggestion), field.current?.focus())}
            onLeave={session.close}
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
