import { say } from '../../words.ts';
import type { KeyboardEvent, Ref, SubmitEvent } from 'react';
import { LONGEST_QUERY } from '../../protocol/request-limits.ts';
import { SearchIcon } from '../icons.tsx';
import { searchPageUrl, type SearchSite } from '../result-item.ts';
import type { FollowMode } from './follow-option.ts';
import { optionAfter } from './option-keys.ts';
import { optionId } from './results-list.tsx';

export interface SearchFieldProps {
  ref: Ref<HTMLInputElement>;
  site: Pick<SearchSite, 'baseUrl'>;
  query: string;
  onQuery: (query: string) => void;
  /** Id of the list below; null where there is none. */
  listId: string | null;
  active: number;
  count: number;
  onActive: (index: number) => void;
  onFollow: (mode: FollowMode) => void;
  onSubmit: (event: SubmitEvent) => void;
  onCancel: () => void;
  isLoading: boolean;
}

/** The field at the top, from which the keys move through the list. */
export function SearchField(props: SearchFieldProps) {
  const { ref, site, query, onQuery, listId, active, count } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The keys of an input method are its own.
    if (event.nativeEvent.isComposing) return;
    const next = optionAfter(event, active, count);
    if (next !== null) props.onActive(next);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onFollow('new tab');
    else if (event.key === 'Escape' || (event.key === 'k' && (event.ctrlKey || event.metaKey))) props.onCancel();
    else return;
    event.preventDefault();
  };
  const hasActive = listId !== null && active >= 0 && active < count;
  return (
    <form
      role="search"
      className="dialog-form"
      action={searchPageUrl(site)}
      onSubmit={props.onSubmit}
      data-loading={props.isLoading || undefined}
    >
      <SearchIcon name="search" />
      <input
        ref={ref}
        type="search"
        name="q"
        role="combobox"
        className="dialog-input"
        aria-label={say('Search docs')}
        placeholder={say('Search docs')}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={listId !== null}
        {...(listId !== null && { 'aria-controls': listId })}
        {...(hasActive && { 'aria-activedescendant': optionId(listId, active) })}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={LONGEST_QUERY}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {query !== '' && (
        <button
          type="reset"
          className="icon-button"
          title="Clear the query"
          aria-label={say('Clear the query')}
          onClick={(event) => {
            event.preventDefault();
            onQuery('');
            event.currentTarget.form?.querySelector('input')?.focus();
          }}
        >
          <SearchIcon name="clear" />
        </button>
      )}
      <button type="button" className="search-cancel" onClick={props.onCancel}>
        {say('Cancel')}
      </button>
    </form>
  );
}
