/**
 * The logic of the integrations filter, without access to the DOM: it decides which entries match, counts the entries of
 * each option, and converts the state to and from a query string. An entry must match all kinds, and for each kind at
 * least one of the selected options.
 */

export const FILTER_KINDS = ['type', 'connection', 'status', 'feature'] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

/** The data of an entry that the filter uses. The values of each kind are keys returned by `optionKey`. */
export interface FilterEntry {
  /** Name and description, for the text filter. */
  text: string;
  values: Record<FilterKind, readonly string[]>;
}

export interface FilterState {
  text: string;
  chosen: Record<FilterKind, ReadonlySet<string>>;
}

/** The maximum length of the text, from the address or the input field. */
const MAX_TEXT = 100;

/** Converts an option to the form that addresses and attributes use: `BI Tool` → `bi-tool`. */
export function optionKey(label: string): string {
  return label.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/**
 * Whether an entry matches the filter. It must contain every word of the text, in any order and case.
 * @param ignoredKind a kind whose options are ignored
 */
export function matches(entry: FilterEntry, state: FilterState, ignoredKind?: FilterKind): boolean {
  const text = entry.text.toLowerCase();
  const words = state.text.toLowerCase().split(/\s+/);
  if (!words.every((word) => text.includes(word))) return false;
  return FILTER_KINDS.every((kind) => {
    const chosen = state.chosen[kind];
    return kind === ignoredKind || chosen.size === 0 || entry.values[kind].some((value) => chosen.has(value));
  });
}

/** Returns the number of entries that an option would show, given the selected options of the other kinds. */
export function countOption(entries: readonly FilterEntry[], state: FilterState, kind: FilterKind, value: string): number {
  return entries.filter((entry) => entry.values[kind].includes(value) && matches(entry, state, kind)).length;
}

export function isEmpty(state: FilterState): boolean {
  return state.text.trim() === '' && FILTER_KINDS.every((kind) => state.chosen[kind].size === 0);
}

/**
 * Parses a query string (`?text=sql&type=datastore`). The input is untrusted: values that are not an option are ignored,
 * and the text is cut to 100 characters.
 */
export function readQuery(query: string, options: Record<FilterKind, ReadonlySet<string>>): FilterState {
  const params = new URLSearchParams(query);
  const choose = (kind: FilterKind): ReadonlySet<string> => new Set(params.getAll(kind).filter((value) => options[kind].has(value)));
  return {
    text: (params.get('text') ?? '').slice(0, MAX_TEXT),
    chosen: { type: choose('type'), connection: choose('connection'), status: choose('status'), feature: choose('feature') },
  };
}

/** Serializes a state as a query string, in a canonical order. The string is empty for the empty state. */
export function writeQuery(state: FilterState): string {
  const params = new URLSearchParams();
  const text = state.text.trim();
  if (text !== '') params.set('text', text);
  for (const kind of FILTER_KINDS) {
    for (const value of [...state.chosen[kind]].sort()) params.append(kind, value);
  }
  return params.size === 0 ? '' : `?${params.toString()}`;
}
