import type { KeyboardEvent, Ref, SubmitEvent } from 'react';
import { LONGEST_QUERY } from '../../search-address.ts';
import { SearchIcon, useTranslate } from '../dialog-parts.tsx';
import { searchPageUrl, type SearchSite } from '../search-site.ts';
import { optionId } from './lists.tsx';

export type FollowMode = 'here' | 'new tab';

export interface SearchFieldProps {
  ref: Ref<HTMLInputElement>;
  site: Pick<SearchSite, 'baseUrl' | 'docSet'>;
  query: string;
  onQuery: (query: string) => void;
  /** Id of the list below the field; null if there is no list. */
  listId: string | null;
  /** Index of the active option, and the number of options. */
  active: number;
  count: number;
  onActive: (index: number) => void;
  onFollow: (mode: FollowMode) => void;
  onSubmit: (event: SubmitEvent) => void;
  onCancel: () => void;
  isLoading: boolean;
}

/** The search field, an ARIA combobox. While it has the focus, the arrow keys move through the list below it. */
export function SearchField(props: SearchFieldProps) {
  const { ref, site, query, onQuery, listId, active, count } = props;
  const translate = useTranslate();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Ignore keys while an input method is composing text.
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
        aria-label={translate('Search docs')}
        placeholder={translate('Search docs')}
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
          title={translate('Clear the query')}
          aria-label={translate('Clear the query')}
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
        {translate('Cancel')}
      </button>
    </form>
  );
}

/** The index of the option that each key moves to. The active index -1 means that no option is active. */
const KEYS: Readonly<Record<string, (active: number, count: number) => number>> = {
  // The list wraps around.
  ArrowDown: (active, count) => (active + 1) % count,
  ArrowUp: (active, count) => (active <= 0 ? count : active) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Returns the index of the option that a key moves to, or null for other keys, for an empty list, and with modifiers (Shift
 * selects text).
 */
export function optionAfter(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  active: number,
  count: number,
): number | null {
  if (count === 0 || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return null;
  return KEYS[event.key]?.(active, count) ?? null;
}
