/**
 * Renders the parts of the drawn product screens as HTML. `packages/engine/src/client/styles/screen.css` styles them, and
 * wraps them on narrow screens.
 */
import { escapeHtml as escape } from '@quire/search';

const div = (name: string, ...children: string[]): string => `<div class="${name}">${children.join('')}</div>`;
const span = (name: string, text: string): string => `<span class="${name}">${escape(text)}</span>`;

/** Text that the product shows on its screen. */
export const text = (words: string): string => `<span>${escape(words)}</span>`;
/** Emphasized text. */
export const strong = (words: string): string => `<b>${escape(words)}</b>`;
/** Secondary text. */
export const soft = (words: string): string => span('s-soft', words);
export const code = (words: string): string => span('s-code', words);
export const chip = (words: string, kind: 'accent' | 'good' | 'plain' = 'plain'): string => span(`s-chip ${kind}`, words);
export const button = (words: string, kind: 'primary' | 'plain' = 'plain'): string => span(`s-button ${kind}`, words);
/** A person's user name, after the initial in a circle. */
export const person = (name: string): string =>
  `<span class="s-person" data-initial="${escape(name.slice(0, 1).toUpperCase())}">${escape(name)}</span>`;
/** The number of the step in the guide that refers to a part. */
export const step = (number: number): string => span('s-step', String(number));

/** A row of parts. */
export const line = (...children: string[]): string => div('s-line', ...children);
/** A row with `start` at its left end and `end` at its right end. */
export const between = (start: string, end: string): string => div('s-line s-between', `<span class="s-line">${start}</span>`, end);
/** The heading of a page or dialog. */
export const title = (words: string): string => span('s-title', words);

/** Tabs, or the steps of a wizard. `open` is the selected one. */
export const tabs = (names: readonly string[], open: string): string =>
  div('s-tabs', ...names.map((name) => (name === open ? `<b>${escape(name)}</b>` : text(name))));

/** A table. All rows have the same number of cells, and each cell is the HTML of a part. */
export const table = (rows: readonly (readonly string[])[], heads?: readonly string[]): string => {
  const head = heads === undefined ? '' : div('s-head', ...heads.map((name) => text(name)));
  return div(
    `s-table c${rows[0]?.length ?? 1}`,
    head,
    ...rows.map((cells) => div('s-row', ...cells.map((cell) => `<span>${cell}</span>`))),
  );
};

/** A form field. It has no label if no guide of the product mentions one. */
export const field = (label: string | null, value: string, number?: number): string =>
  div('s-field', number === undefined ? '' : step(number), label === null ? '' : soft(label), `<span class="s-input">${value}</span>`);

/** A label with its value below it. */
export const fact = (label: string, value: string): string => div('s-fact', soft(label), value);

/** A dialog in front of the page, with its buttons at the end. */
export const dialog = (heading: string | null, parts: readonly string[], buttons: string): string =>
  div('s-ground', div('s-dialog', heading === null ? '' : title(heading), ...parts, div('s-line s-end', buttons)));

/** Two columns: the page and a sidebar. */
export const columns = (kind: 'aside-right' | 'aside-left', first: readonly string[], second: readonly string[]): string =>
  div(`s-columns ${kind}`, div('s-column', ...first), div('s-column', ...second));

/** A tree. `open` is the name of the selected item. */
export const tree = (entries: readonly (readonly [depth: number, name: string])[], open: string): string =>
  div('s-tree', ...entries.map(([depth, name]) => `<span class="d${depth}${name === open ? ' open' : ''}">${escape(name)}</span>`));

/** The frame of a screen, with the breadcrumb of the page at its top. */
export const screen = (place: string, ...parts: string[]): string => div('s-bar', escape(place)) + div('s-body', ...parts);
