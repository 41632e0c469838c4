import { say } from '../../words.ts';
import type { ReactNode } from 'react';
import type { SearchHistory } from '../history.ts';
import { plainText } from '../read-marked.ts';
import type { ResultItem } from '../result-item.ts';
import { SearchIcon } from '../icons.tsx';
import { OptionRow } from './option-row.tsx';
import { optionId, type ListProps } from './results-list.tsx';

export interface HistoryItems {
  recent: ResultItem[];
  favorite: ResultItem[];
}

interface HistoryListProps extends ListProps {
  items: HistoryItems;
  history: SearchHistory;
  /** Called after something was saved or removed. */
  onChange: () => void;
}

/** Recent and favorite searches. */
export function HistoryList({ items, history, onChange, ...list }: HistoryListProps) {
  const { recent, favorite } = items;
  if (recent.length + favorite.length === 0) return <p className="search-start">{say('No recent searches')}</p>;
  const after = (change: (id: string) => void) => (id: string) => (change(id), onChange());
  const sections = [
    { name: 'recent', label: say('Recent'), icon: 'recent' as const, members: recent, from: 0 },
    { name: 'favorite', label: say('Favorite'), icon: 'star' as const, members: favorite, from: recent.length },
  ].filter(({ members }) => members.length > 0);
  return (
    <div className="search-history">
      {/* A listbox holds options and nothing to press: the buttons stand beside it, each on its option's row. */}
      <div role="listbox" id={list.id} aria-label={say('Recent and favorite searches')}>
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
        <RowActions key={item.id} row={recent.length + sections.length + index + 1}>
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
  item: ResultItem;
  onPress: (id: string) => void;
}

function Action({ icon, label, item, onPress }: ActionProps) {
  return (
    <button
      type="button"
      className="icon-button"
      title={label}
      aria-label={`${label}: ${plainText(item.title)}`}
      onClick={() => onPress(item.id)}
    >
      <SearchIcon name={icon} />
    </button>
  );
}
