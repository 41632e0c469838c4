import { say } from '../../words.ts';
import type { MouseEvent } from 'react';
import type { ResultItem } from '../result-item.ts';
import { AskRow, OptionRow } from './option-row.tsx';
import type { ResultGroup } from './result-groups.ts';

export interface ListProps {
  /** Id of the listbox, and the beginning of its options' ids. */
  id: string;
  active: number;
  onPoint: (index: number) => void;
  onChoose: (item: ResultItem, event: MouseEvent) => void;
  /** The last option, where the site has an assistant. */
  asking: { label: string; query: string; open: () => void } | null;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The results, in groups, and the question to the assistant; without results that alone. */
export function ResultsList({ groups, id, active, onPoint, onChoose, asking }: ListProps & { groups: readonly ResultGroup[] }) {
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count === 0 && asking === null) return null;
  return (
    <div role="listbox" id={id} aria-label={say('Results')}>
      {groups.map(({ label, rows }, number) => (
        <div key={label} role="group" aria-labelledby={`${id}-group-${number}`}>
          <div className="search-group" id={`${id}-group-${number}`} role="presentation">
            {label}
          </div>
          {rows.map((row) => (
            <OptionRow
              key={row.id}
              item={row}
              id={optionId(id, row.place)}
              isActive={row.place === active}
              icon={row.isPage ? 'page' : 'section'}
              continued={row.continued}
              onPoint={() => onPoint(row.place)}
              onChoose={(event) => onChoose(row, event)}
            />
          ))}
        </div>
      ))}
      {asking !== null && (
        <AskRow
          label={asking.label}
          query={asking.query}
          id={optionId(id, count)}
          isActive={count === active}
          onPoint={() => onPoint(count)}
          onChoose={asking.open}
        />
      )}
    </div>
  );
}
