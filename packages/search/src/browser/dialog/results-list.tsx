import { say } from '../../words.ts';
import type { MouseEvent } from 'react';
import type { ResultItem } from '../result-item.ts';
import { OptionRow } from './option-row.tsx';
import type { ResultGroup } from './result-groups.ts';

export interface ListProps {
  /** Id of the listbox, and the beginning of its options' ids. */
  id: string;
  active: number;
  onPoint: (index: number) => void;
  onChoose: (item: ResultItem, event: MouseEvent) => void;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The results, in groups. */
export function ResultsList({ groups, id, active, onPoint, onChoose }: ListProps & { groups: readonly ResultGroup[] }) {
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
    </div>
  );
}
