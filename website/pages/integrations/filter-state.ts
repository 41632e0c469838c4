/**
 * The rules of the integrations filter, free of the page: which entries match, how many each option would leave,
 * and the address that keeps the choice. Kinds are combined (all of them must match), options inside of a kind widen.
 */

export const FILTER_KINDS = ['type', 'connection', 'status', 'feature'] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

/** What is known of an entry; the values of each kind are keys as `optionKey` makes them. */
export interface FilterEntry {
  /** Name and description, for the text filter. */
  text: string;
  values: Record<FilterKind, readonly string[]>;
}

export interface FilterState {
  text: string;
  chosen: Record<FilterKind, ReadonlySet<string>>;
}

/** Longest text taken from an address or the field. */
const MAX_TEXT = 100;

/** `BI Tool` → `bi-tool`: the form of an option in addresses and attributes. */
export function optionKey(label: string): string {
  return label.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** Whether an entry passes; every word of the text must be in it, in any order and case. */
export function matches(entry: FilterEntry, state: FilterState, leaveOut?: FilterKind): boolean {
  const text = entry.text.toLowerCase();
  const words = state.text.toLowerCase().split(/\s+/);
  if (!words.every((word) => text.includes(word))) return false;
  return FILTER_KINDS.every((kind) => {
    const chosen = state.chosen[kind];
    return kind === leaveOut || chosen.size === 0 || entry.values[kind].some((value) => chosen.has(value));
  });
}

/** How many entries an option would show beside the choices in the other kinds. */
export function countOption(entries: readonly FilterEntry[], state: FilterState, kind: FilterKind, value: string): number {
  return entries.filter((entry) => entry.values[kind].includes(value) && matches(entry, state, kind)).length;
}

export function isEmpty(state: FilterState): boolean {
  return state.text.trim() === '' && FILTER_KINDS.every((kind) => state.chosen[kind].size === 0);
}

/**
 * Reads a query string (`?text=sql&type=datastore`). It comes from anywhere: values that are no option are dropped,
 * text is cut to 100 characters.
 */
export function readQuery(query: string, options: Record<FilterKind, ReadonlySet<string>>): FilterState {
  const params = new URLSearchParams(query);
  const choose = (kind: FilterKind): ReadonlySet<string> => new Set(params.getAll(kind).filter((value) => options[kind].has(value)));
  return {
    text: (params.get('text') ?? '').slice(0, MAX_TEXT),
    chosen: { type: choose('type'), connection: choose('connection'), status: choose('status'), feature: choose('feature') },
  };
}

/** The query string of a state, '' for the empty one; the same state always gives the same string. */
export function writeQuery(state: FilterState): string {
  const params = new URLSearchParams();
  const text = state.text.trim();
  if (text !== '') params.set('text', text);
  for (const kind of FILTER_KINDS) {
    for (const value of [...state.chosen[kind]].sort()) params.append(kind, value);
  }
  return params.size === 0 ? '' : `?${params.toString()}`;
}
