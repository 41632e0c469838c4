import type { ReactNode } from 'react';
import { joinPieces, type Result } from '../../site-search.ts';
import type { SearchHistory } from '../history.ts';
import { SearchIcon } from '../icons.tsx';
import { useSay } from '../say.ts';
import { optionId, OptionRow, type ListProps } from './results-list.tsx';

/** What is offered before anything is typed. */
export interface StartItems {
  recent: Result[];
  favorite: Result[];
  pageQuestions: Result[];
  commonQuestions: Result[];
  popularPages: Result[];
}

/** All of them, in the order of the list. */
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
  /** Called after something was saved or removed. */
  onChange: () => void;
}

/** Recent and favorite searches, then questions about the page, common ones, and popular pages. */
export function StartList({ items, history, onChange, ...list }: StartListProps) {
  const { recent, favorite, pageQuestions, commonQuestions, popularPages } = items;
  const say = useSay();
  const count = startOptions(items).length;
  if (count === 0) return <p className="search-start">{say('No recent searches')}</p>;
  const after = (change: (id: string) => void) => (id: string) => (change(id), onChange());
  let from = 0;
  const sections = [
    { name: 'recent', label: say('Recent'), icon: 'recent' as const, members: recent },
    { name: 'favorite', label: say('Favorite'), icon: 'star' as const, members: favorite },
    { name: 'page', label: say('Questions about this page'), icon: 'question' as const, members: pageQuestions },
    { name: 'common', label: say('Common questions'), icon: 'question' as const, members: commonQuestions },
    { name: 'popular', label: say('Popular pages'), icon: 'page' as const, members: popularPages },
  ]
    .filter(({ members }) => members.length > 0)
    .map((section) => ({ ...section, from: (from += section.members.length) - section.members.length }));
  return (
    <div className="search-history">
      {/* A listbox holds options and nothing to press: the buttons stand beside it, each on its option's row. */}
      <div role="listbox" id={list.id} aria-label={say('Recent searches and questions')}>
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
          <Action icon="star" label={say('Save this search')} item={item} onPress={after(history.save)} />
          <Action icon="clear" label={say('Remove this search from history')} item={item} onPress={after(history.forget)} />
        </RowActions>
      ))}
      {favorite.map((item, index) => (
        <RowActions key={item.id} row={recent.length + (recent.length > 0 ? 2 : 1) + index + 1}>
          <Action icon="clear" label={say('Remove this search from favorites')} item={item} onPress={after(history.unsave)} />
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
