/** The island above a plugin's options, which filters them and expands nested ones. It also mounts the recipe builder. */
import { mountRecipeBuilder } from './recipe-builder.ts';

/** A table of options, or a collapsed option with the table of its nested options. */
interface Block {
  element: HTMLElement;
  /** The collapsed option; null for a table. */
  fold: (Option & { element: HTMLDetailsElement }) | null;
  rows: Option[];
}

/** The element of an option, and its name and all its text in lower case. */
interface Option {
  element: HTMLElement;
  name: string;
  text: string;
}

/** The blocks below a heading. */
interface Group {
  heading: HTMLElement | null;
  blocks: Block[];
}

const textOf = (element: Element | null): string => (element?.textContent ?? '').toLowerCase();

/** Returns the level of a heading; infinity for other elements. */
const levelOf = (element: Element): number => (/^H\d$/.test(element.tagName) ? Number(element.tagName[1]) : Infinity);

/**
 * Returns the options of the plugin, grouped by heading. They end at the next heading of the same or a higher level as the
 * section of the filter.
 */
function readGroups(root: HTMLElement): Group[] {
  let level = Infinity;
  for (let element = root.previousElementSibling; element !== null && level === Infinity; element = element.previousElementSibling)
    level = levelOf(element);
  const groups: Group[] = [{ heading: null, blocks: [] }];
  for (let element = root.nextElementSibling; element !== null && (levelOf(element) > level || levelOf(element) === Infinity);) {
    if (element instanceof HTMLElement) {
      if (levelOf(element) < Infinity) groups.push({ heading: element, blocks: [] });
      else if (element.querySelector('tbody') !== null) groups.at(-1)?.blocks.push(readBlock(element));
    }
    element = element.nextElementSibling;
  }
  return groups;
}

function readBlock(element: HTMLElement): Block {
  const rows = [...element.querySelectorAll<HTMLElement>('tbody tr')].map((row) => ({
    element: row,
    name: textOf(row.querySelector('code')),
    text: textOf(row),
  }));
  const summary = element instanceof HTMLDetailsElement ? element.querySelector('summary') : null;
  const fold =
    element instanceof HTMLDetailsElement ? { element, name: textOf(summary?.querySelector('code') ?? null), text: textOf(summary) } : null;
  return { element, fold, rows };
}

/** Shows the options that contain all words in their names or in all their text, and hides the others. @returns the number of matching options */
function showMatches(groups: readonly Group[], words: readonly string[], part: 'name' | 'text'): number {
  const matches = (option: Option): boolean => words.every((word) => option[part].includes(word));
  let count = 0;
  for (const { heading, blocks } of groups) {
    for (const { element, fold, rows } of blocks) {
      const found = rows.filter(matches).length;
      const isFold = fold !== null && matches(fold);
      // If an option itself matches, all options nested under it stay visible.
      for (const row of rows) row.element.hidden = !isFold && !matches(row);
      element.hidden = found === 0 && !isFold;
      if (fold !== null && words.length > 0) fold.element.open = found > 0;
      count += found + (isFold ? 1 : 0);
    }
    if (heading !== null) heading.hidden = blocks.length > 0 && blocks.every(({ element }) => element.hidden);
  }
  return count;
}

/** Mounts the filter and the recipe builder. @returns a function that unmounts both */
export function mount(root: HTMLElement): () => void {
  const groups = readGroups(root);
  const unmountFilter = mountFilter(root, groups);
  const unmountBuilder = mountRecipeBuilder(
    root,
    groups.flatMap(({ blocks }) => blocks.map(({ element }) => element)),
  );
  return () => {
    unmountFilter();
    unmountBuilder();
  };
}

/** Does nothing if there is no input field, which the build omits for plugins with few options. */
function mountFilter(root: HTMLElement, groups: readonly Group[]): () => void {
  const field = root.querySelector('input');
  const button = root.querySelector('button');
  const status = root.querySelector('[role="status"]');
  if (field === null || button === null || status === null) return () => {};
  const folds = groups.flatMap(({ blocks }) => blocks.flatMap(({ fold }) => fold?.element ?? []));
  const total = showMatches(groups, [], 'text');
  const hint = status.textContent;
  // If names match, options that only mention the words are hidden until the reader asks for them.
  const more = document.createElement('button');
  more.type = 'button';
  more.className = 'option-more';

  const labelButton = (): void => {
    button.textContent = folds.every(({ open }) => open) ? 'Collapse all' : 'Expand all';
  };
  const readWords = (): string[] => field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const filter = (): void => {
    const words = readWords();
    const all = showMatches(groups, words, 'text');
    const shown = showMatches(groups, words, 'name') || showMatches(groups, words, 'text');
    status.textContent = words.length === 0 ? hint : all === 0 ? 'No option matches.' : `${shown} of ${total} options match.`;
    const hidden = all - shown;
    if (hidden === 0) return;
    more.textContent = `Show ${hidden} more that ${hidden === 1 ? 'mentions' : 'mention'} ${words.length === 1 ? 'it' : 'them'}`;
    status.append(' ', more);
  };
  const showAll = (): void => {
    const count = showMatches(groups, readWords(), 'text');
    status.textContent = `${count} of ${total} options match.`;
    // The focus was on the button, which is gone.
    field.focus();
  };
  const clear = (): void => {
    field.value = '';
    filter();
  };
  /** Clears the filter if it hides the option that is the target of the current link. */
  const showTarget = (): void => {
    const target = document.getElementById(location.hash.slice(1));
    if (target === null || target.closest('[hidden]') === null || !groups.some((group) => contains(group, target))) return;
    clear();
    target.scrollIntoView();
  };

  const listening = new AbortController();
  const { signal } = listening;
  button.hidden = folds.length === 0;
  field.addEventListener('input', filter, { signal });
  more.addEventListener('click', showAll, { signal });
  field.addEventListener('keydown', ({ key }) => key === 'Escape' && clear(), { signal });
  button.addEventListener(
    'click',
    () => {
      const isOpen = folds.some(({ open }) => !open);
      for (const details of folds) details.open = isOpen;
    },
    { signal },
  );
  for (const details of folds) details.addEventListener('toggle', labelButton, { signal });
  addEventListener('hashchange', showTarget, { signal });
  // Readers may have typed before this script was loaded.
  if (field.value !== '') filter();
  labelButton();
  return () => listening.abort();
}

const contains = ({ heading, blocks }: Group, target: Element): boolean =>
  heading === target || blocks.some(({ element }) => element.contains(target));
