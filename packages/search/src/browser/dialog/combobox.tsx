/**
 * The combobox of the dialog: the search field, and below it the results in groups, or the start list of recent searches, questions, and
 * popular pages. Groups are in the order of their best result, and the results of one page are together.
 */
import { Fragment, type MouseEvent, type ReactNode, type KeyboardEvent, type Ref, type SubmitEvent } from 'react';
import { joinPieces, type Result } from '../../site-search.ts';
import type { TextPiece } from '../../types.ts';
import { SearchIcon, useTranslate } from '../dialog-parts.tsx';
import type { SearchHistory } from '../history.ts';
import { LONGEST_QUERY } from '../../search-address.ts';
import { searchPageUrl, type SearchSite } from '../search-site.ts';

export type FollowMode = 'here' | 'new tab';

interface SearchFieldProps {
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

interface ResultRow extends Result {
  /** Whether the previous row belongs to the same page, so that this row omits the title of the page. */
  isContinued: boolean;
  /** Whether sections of other pages in the list have the same heading, so that the title begins with that of the page. */
  isAmbiguous: boolean;
  /** 0-based index in the whole list. */
  index: number;
}

export interface ResultGroup {
  label: string;
  rows: ResultRow[];
}

/** Maximum number of rows in a group. */
const MAX_ROWS = 8;

/** Groups items by key, in the order of the first item of each group. */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

/** Converts the results of one page to rows. The page itself is before its sections. */
function rowsOfPage(items: readonly Result[]): Omit<ResultRow, 'index' | 'isAmbiguous'>[] {
  const ordered = [...items.filter(({ isPage }) => isPage), ...items.filter(({ isPage }) => !isPage)];
  return ordered.map((item, index) => ({ ...item, isContinued: index > 0 }));
}

export function groupResults(items: readonly Result[]): ResultGroup[] {
  const groups = groupBy(items, ({ group }) => group).map((members) => ({
    label: members[0]?.group || 'Documentation',
    rows: groupBy(members, ({ pageHref }) => pageHref)
      .flatMap(rowsOfPage)
      .slice(0, MAX_ROWS),
  }));
  const headings = groups.flatMap(({ rows }) => rows.filter(({ isPage }) => !isPage).map(({ title }) => joinPieces(title)));
  const repeated = new Set(headings.filter((heading, index) => headings.indexOf(heading) !== index));
  return groups.map(({ label, rows }, number) => {
    const before = groups.slice(0, number).reduce((sum, group) => sum + group.rows.length, 0);
    const isAmbiguous = ({ isPage, isContinued, title }: Pick<ResultRow, 'isPage' | 'isContinued' | 'title'>): boolean =>
      !isPage && !isContinued && repeated.has(joinPieces(title));
    return { label, rows: rows.map((row, index) => ({ ...row, isAmbiguous: isAmbiguous(row), index: before + index })) };
  });
}

/** Number of characters before the first match that a line of the list shows. */
const MAX_LEAD = 24;

/** Returns an excerpt with its first match near the beginning, because a line of the list shows only a part of an excerpt. */
export function startNearMatch(excerpt: readonly TextPiece[]): readonly TextPiece[] {
  const first = excerpt.findIndex(({ highlighted }) => highlighted);
  const lead = joinPieces(excerpt.slice(0, Math.max(0, first)));
  if (lead.length <= MAX_LEAD) return excerpt;
  // The first word may be cut.
  const shown = lead.slice(-MAX_LEAD).replace(/^\S*\s+/, '');
  return [{ text: `… ${shown}`, highlighted: false }, ...excerpt.slice(first)];
}

export interface ListProps {
  /** Id of the listbox, and prefix of the ids of its options. */
  id: string;
  /** Index of the active option; -1: none. */
  active: number;
  onPoint: (index: number) => void;
  onChoose: (item: Result, event: MouseEvent) => void;
  /** The option that asks the assistant: the first one if nothing was found, otherwise the last one; null: there is none. */
  askOption: { label: string; query: string; isFirst: boolean; open: () => void } | null;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The results in groups, and the option that asks the assistant. */
export function ResultsList({ groups, id, active, onPoint, onChoose, askOption }: ListProps & { groups: readonly ResultGroup[] }) {
  const translate = useTranslate();
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count === 0 && askOption === null) return null;
  const isAskFirst = askOption?.isFirst === true;
  const before = isAskFirst ? 1 : 0;
  const askIndex = isAskFirst ? 0 : count;
  const askRow = askOption !== null && (
    <AskRow
      label={askOption.label}
      query={askOption.query}
      id={optionId(id, askIndex)}
      isActive={askIndex === active}
      onPoint={() => onPoint(askIndex)}
      onChoose={askOption.open}
    />
  );
  return (
    <div role="listbox" id={id} aria-label={translate('Results')}>
      {isAskFirst && askRow}
      {groups.map(({ label, rows }, number) => (
        <div key={label} role="group" aria-labelledby={`${id}-group-${number}`}>
          <div className="search-group" id={`${id}-group-${number}`} role="presentation">
            {label}
          </div>
          {rows.map((row) => (
            <OptionRow
              key={row.id}
              item={row}
              id={optionId(id, before + row.index)}
              isActive={before + row.index === active}
              icon={row.isPage ? 'page' : 'section'}
              isContinued={row.isContinued}
              isAmbiguous={row.isAmbiguous}
              onPoint={() => onPoint(before + row.index)}
              onChoose={(event) => onChoose(row, event)}
            />
          ))}
        </div>
      ))}
      {!isAskFirst && askRow}
    </div>
  );
}

interface OptionRowProps {
  item: Result;
  id: string;
  isActive: boolean;
  icon: 'page' | 'section' | 'recent' | 'star' | 'question';
  /** Whether the previous row belongs to the same page. */
  isContinued?: boolean;
  /** Whether other pages have a section with the same heading. */
  isAmbiguous?: boolean;
  onPoint: () => void;
  onChoose: (event: MouseEvent) => void;
}

/** An option is an ordinary link, so that new tabs and context menus work; the focus stays in the field. */
function OptionRow({ item, id, isActive, icon, isContinued = false, isAmbiguous = false, onPoint, onChoose }: OptionRowProps) {
  return (
    <a
      role="option"
      id={id}
      href={item.href}
      className="search-option"
      aria-selected={isActive}
      data-continued={isContinued || undefined}
      tabIndex={-1}
      draggable={false}
      // Not `onPointerEnter`: a list that moves under a resting pointer must not change the active option.
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <SearchIcon name={icon} />
      <span className="search-option-text">
        <span className="search-option-title">
          {isAmbiguous && (
            <>
              <MarkedText pieces={item.pageTitle} /> ›{' '}
            </>
          )}
          <MarkedText pieces={item.title} />
        </span>
        <OptionDetails item={item} showsPage={!item.isPage && !isContinued && !isAmbiguous} />
      </span>
      <SearchIcon name="enter" />
    </a>
  );
}

interface AskRowProps {
  label: string;
  query: string;
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

/** The option that asks the assistant the query as a question. */
function AskRow({ label, query, id, isActive, onPoint, onChoose }: AskRowProps) {
  return (
    <div
      role="option"
      id={id}
      className="search-option search-ask"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <SearchIcon name="ask" />
      <span className="search-option-title">
        {label}: “{query}”
      </span>
      <SearchIcon name="enter" />
    </div>
  );
}

/** The title of the page of a section, and the excerpt. */
function OptionDetails({ item, showsPage }: { item: Result; showsPage: boolean }): ReactNode {
  if (!showsPage && item.excerpt.length === 0) return null;
  return (
    <span className="search-option-below">
      {showsPage && (
        <span className="search-option-page">
          <MarkedText pieces={item.pageTitle} />
        </span>
      )}
      {showsPage && item.excerpt.length > 0 && ' · '}
      <MarkedText pieces={startNearMatch(item.excerpt)} />
    </span>
  );
}

/** Renders pieces of text, with the highlighted ones in `<mark>`. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  // Pieces never move, so their index is a stable key.
  return pieces.map(({ text, highlighted }, index) =>
    highlighted ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  );
}

/** The items that are offered before the reader types. */
export interface StartItems {
  recent: Result[];
  favorite: Result[];
  pageQuestions: Result[];
  commonQuestions: Result[];
  popularPages: Result[];
}

/** Returns all start items in the order of the list. */
export const startOptions = ({ recent, favorite, pageQuestions, commonQuestions, popularPages }: StartItems): Result[] => [
  ...recent,
  ...favorite,
  ...pageQuestions,
  ...commonQuestions,
  ...popularPages,
];

interface StartListProps extends ListProps {
  items: StartItems;
  history: SearchHistory;
  /** Called after a search was saved or removed. */
  onChange: () => void;
}

/** Recent and favorite searches, then questions about the page, common ones, and popular pages. */
export function StartList({ items, history, onChange, ...list }: StartListProps) {
  const { recent, favorite, pageQuestions, commonQuestions, popularPages } = items;
  const translate = useTranslate();
  const count = startOptions(items).length;
  if (count === 0) return <p className="search-start">{translate('No recent searches')}</p>;
  const withUpdate = (change: (id: string) => void) => (id: string) => (change(id), onChange());
  let from = 0;
  const sections = [
    { name: 'recent', label: translate('Recent'), icon: 'recent' as const, members: recent },
    { name: 'favorite', label: translate('Favorite'), icon: 'star' as const, members: favorite },
    { name: 'page', label: translate('Questions about this page'), icon: 'question' as const, members: pageQuestions },
    { name: 'common', label: translate('Common questions'), icon: 'question' as const, members: commonQuestions },
    { name: 'popular', label: translate('Popular pages'), icon: 'page' as const, members: popularPages },
  ]
    .filter(({ members }) => members.length > 0)
    .map((section) => ({ ...section, from: (from += section.members.length) - section.members.length }));
  return (
    <div className="search-history">
      {/* A listbox must not contain buttons, so they are beside it, each on the row of its option. */}
      <div role="listbox" id={list.id} aria-label={translate('Recent searches and questions')}>
        {sections.map(({ name, label, icon, members, from }, number) => (
          <div key={name} role="group" aria-labelledby={`${list.id}-${name}`}>
            <div className="search-group" id={`${list.id}-${name}`} role="presentation" style={{ gridRow: from + number + 1 }}>
              {label}
            </div>
            {members.map((item, index) => (
              <div key={item.id} role="presentation" className="search-history-row" style={{ gridRow: from + number + index + 2 }}>
                <OptionRow
                  item={item}
                  id={optionId(list.id, from + index)}
                  isActive={from + index === list.active}
                  icon={icon}
                  onPoint={() => list.onPoint(from + index)}
                  onChoose={(event) => list.onChoose(item, event)}
                />
              </div>
            ))}
          </div>
        ))}
      </div>
      {recent.map((item, index) => (
        <RowActions key={item.id} row={index + 2}>
          <Action icon="star" label={translate('Save this search')} item={item} onPress={withUpdate(history.save)} />
          <Action icon="clear" label={translate('Remove this search from history')} item={item} onPress={withUpdate(history.forget)} />
        </RowActions>
      ))}
      {favorite.map((item, index) => (
        <RowActions key={item.id} row={recent.length + (recent.length > 0 ? 2 : 1) + index + 1}>
          <Action icon="clear" label={translate('Remove this search from favorites')} item={item} onPress={withUpdate(history.unsave)} />
        </RowActions>
      ))}
    </div>
  );
}

function RowActions({ row, children }: { row: number; children: ReactNode }) {
  return (
    <div className="search-history-actions" style={{ gridRow: row }}>
      {children}
    </div>
  );
}

interface ActionProps {
  icon: 'star' | 'clear';
  label: string;
  item: Result;
  onPress: (id: string) => void;
}

function Action({ icon, label, item, onPress }: ActionProps) {
  return (
    <button
      type="button"
      className="icon-button"
      title={label}
      aria-label={`${label}: ${joinPieces(item.title)}`}
      onClick={() => onPress(item.id)}
    >
      <SearchIcon name={icon} />
    </button>
  );
}
