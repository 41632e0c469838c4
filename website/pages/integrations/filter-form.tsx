import type { Integration } from '@quire/reference';
import { optionKey, type FilterKind } from './filter-state.ts';

const KINDS: { kind: FilterKind; label: string; values: (entry: Integration) => readonly string[] }[] = [
  { kind: 'type', label: 'Platform type', values: (entry) => [entry.type] },
  { kind: 'connection', label: 'Connection', values: (entry) => [entry.connection] },
  { kind: 'status', label: 'Support status', values: (entry) => [entry.status] },
  { kind: 'feature', label: 'Features', values: (entry) => entry.features },
];

/** The filter is visible only if JavaScript is available. Without it, readers see the whole list. */
export function FilterForm({ entries }: { entries: readonly Integration[] }) {
  return (
    <form className="filter needs-script" role="search" aria-label="Filter integrations">
      <div className="filter-text">
        <label htmlFor="filter-text">Filter by name or content</label>
        <input id="filter-text" type="search" name="text" maxLength={100} autoComplete="off" placeholder="Snowflake, lineage…" />
      </div>
      <details className="filter-kinds">
        <summary>More filters</summary>
        {KINDS.map(({ kind, label, values }) => (
          <fieldset key={kind}>
            <legend>{label}</legend>
            {options(entries, values).map(([option, count]) => (
              <label key={option} className="filter-option">
                <input type="checkbox" name={kind} value={optionKey(option)} />
                <span>{option}</span>
                <span className="filter-count">{count}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </details>
      <button type="reset" className="button">
        Reset filters
      </button>
    </form>
  );
}

/** Returns the options of a kind in alphabetical order, each with the number of entries that have it. */
function options(entries: readonly Integration[], values: (entry: Integration) => readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of entries.flatMap((entry) => values(entry))) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b, 'en'));
}
