/**
 * The parts of the drawn screens of the product, as HTML. `packages/engine/src/client/styles/screen.css` styles them, and lets them
 * flow into a narrower frame on a phone.
 */
import { escapeHtml as escape } from '@quire/search';

const div = (name: string, ...children: string[]): string => `<div class="${name}">${children.join('')}</div>`;
const span = (name: string, text: string): string => `<span class="${name}">${escape(text)}</span>`;

/** Words of the product, as they are on its screen. */
export const text = (words: string): string => `<span>${escape(words)}</span>`;
export const strong = (words: string): string => `<b>${escape(words)}</b>`;
export const soft = (words: string): string => span('s-soft', words);
export const code = (words: string): string => span('s-code', words);
export const chip = (words: string, kind: 'accent' | 'good' | 'plain' = 'plain'): string => span(`s-chip ${kind}`, words);
export const button = (words: string, kind: 'primary' | 'plain' = 'plain'): string => span(`s-button ${kind}`, words);
/** A person by user name, with the initial in a circle. */
export const person = (name: string): string =>
  `<span class="s-person" data-initial="${escape(name.slice(0, 1).toUpperCase())}">${escape(name)}</span>`;
/** The number of the step in the text that a part belongs to. */
export const step = (number: number): string => span('s-step', String(number));

/** Parts in a line. */
export const line = (...children: string[]): string => div('s-line', ...children);
/** Parts at the beginning of a line, and one at its end. */
export const between = (start: string, end: string): string => div('s-line s-between', `<span class="s-line">${start}</span>`, end);
export const title = (words: string): string => span('s-title', words);

/** Tabs, or the steps of a wizard; `open` is the one that is shown. */
export const tabs = (names: readonly string[], open: string): string =>
  div('s-tabs', ...names.map((name) => (name === open ? `<b>${escape(name)}</b>` : text(name))));

/** Rows with the same number of cells, each the HTML of a part. */
export const table = (rows: readonly (readonly string[])[], heads?: readonly string[]): string => {
  const head = heads === undefined ? '' : div('s-head', ...heads.map((name) => text(name)));
  return div(
    `s-table c${rows[0]?.length ?? 1}`,
    head,
    ...rows.map((cells) => div('s-row', ...cells.map((cell) => `<span>${cell}</span>`))),
  );
};

/** A field of a form. Without a label where no guide of the product names it. */
export const field = (label: string | null, value: string, number?: number): string =>
  div('s-field', number === undefined ? '' : step(number), label === null ? '' : soft(label), `<span class="s-input">${value}</span>`);

/** A label with what belongs to it below. */
export const fact = (label: string, value: string): string => div('s-fact', soft(label), value);

/** A dialog over the page, with its buttons at the end. */
export const dialog = (heading: string | null, parts: readonly string[], buttons: string): string =>
  div('s-ground', div('s-dialog', heading === null ? '' : title(heading), ...parts, div('s-line s-end', buttons)));

/** Two columns: the page and what is beside it. */
export const columns = (kind: 'aside-right' | 'aside-left', first: readonly string[], second: readonly string[]): string =>
  div(`s-columns ${kind}`, div('s-column', ...first), div('s-column', ...second));

/** Entries of a tree: depth and name; `open` is the one that is shown. */
export const tree = (entries: readonly (readonly [depth: number, name: string])[], open: string): string =>
  div('s-tree', ...entries.map(([depth, name]) => `<span class="d${depth}${name === open ? ' open' : ''}">${escape(name)}</span>`));

/** The frame of a screen, with the place in the product at its top. */
export const screen = (place: string, ...parts: string[]): string => div('s-bar', escape(place)) + div('s-body', ...parts);
