/**
 * Makes the filter of `/integrations` work on the rendered HTML. The state is stored in the query string: each change of
 * a checkbox adds a history entry, and typing replaces the current one.
 */
import {
  FILTER_KINDS,
  countOption,
  isEmpty,
  matches,
  readQuery,
  writeQuery,
  type FilterEntry,
  type FilterKind,
  type FilterState,
} from './filter-state.ts';

interface Card extends FilterEntry {
  element: HTMLElement;
}

/** Mounts the filter inside `root`. @returns a function that removes all listeners */
export function mount(root: HTMLElement): () => void {
  const form = root.querySelector('form');
  if (form === null) return () => {};
  const cards = readCards(root);
  const options = optionsOf(form);
  const show = (state: FilterState): void => showState(root, form, cards, state);
  const commit = (state: FilterState, step: 'push' | 'replace'): void => {
    show(state);
    writeAddress(state, step);
  };

  // Readers may have changed the form before this script was loaded.
  const fromAddress = readQuery(location.search, options);
  const first = isEmpty(fromAddress) ? readForm(form) : fromAddress;
  show(first);
  const disclosure = form.querySelector('details');
  if (disclosure !== null) disclosure.open ||= FILTER_KINDS.some((kind) => first.chosen[kind].size > 0);

  const path = withoutSlash(location.pathname);
  const listening = new AbortController();
  const { signal } = listening;
  form.addEventListener('change', (event) => commit(readForm(form), isCheckbox(event.target) ? 'push' : 'replace'), { signal });
  form.addEventListener('input', (event) => !isCheckbox(event.target) && commit(readForm(form), 'replace'), { signal });
  form.addEventListener('submit', (event) => event.preventDefault(), { signal });
  form.addEventListener('reset', (event) => (event.preventDefault(), commit(readQuery('', options), 'push')), { signal });
  root.querySelector('[data-chips]')?.addEventListener(
    'click',
    (event) => {
      const chip = (event.target as Element).closest<HTMLElement>('[data-value]');
      if (chip === null) return;
      if (chip.dataset['kind'] === undefined) return form.reset();
      const box = checkboxes(form).find(({ name, value }) => name === chip.dataset['kind'] && value === chip.dataset['value']);
      if (box !== undefined) box.checked = false;
      commit(readForm(form), 'push');
      // The focused chip was removed, so move the focus to the first remaining chip, or to the text field if there is none.
      (root.querySelector<HTMLElement>('[data-chips] button') ?? textField(form))?.focus();
    },
    { signal },
  );
  root.querySelector('[data-reset]')?.addEventListener('click', () => (form.reset(), textField(form)?.focus()), { signal });
  const onPopState = (): void => {
    if (withoutSlash(location.pathname) === path) show(readQuery(location.search, options));
  };
  window.addEventListener('popstate', onPopState, { signal });
  return () => {
    listening.abort();
    // The filters are in the address. If the script is mounted again for another address of this page, only that one counts.
    show(readQuery('', options));
  };
}

/** The router adds a slash to the address on some hosts, also while the page is shown. */
function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

function readCards(root: HTMLElement): Card[] {
  return [...root.querySelectorAll<HTMLElement>('.integration')].map((element) => {
    const values = (kind: FilterKind): string[] => (element.dataset[kind] ?? '').split(' ').filter(Boolean);
    return {
      element,
      text: `${element.querySelector('h3')?.textContent ?? ''} ${element.querySelector('.integration-text')?.textContent ?? ''}`,
      values: { type: values('type'), connection: values('connection'), status: values('status'), feature: values('feature') },
    };
  });
}

function checkboxes(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
}

function textField(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector('input[name="text"]');
}

function isCheckbox(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox';
}

/** Returns the values of all options by kind. */
function optionsOf(form: HTMLFormElement): Record<FilterKind, ReadonlySet<string>> {
  const of = (kind: FilterKind): Set<string> =>
    new Set(
      checkboxes(form)
        .filter(({ name }) => name === kind)
        .map(({ value }) => value),
    );
  return { type: of('type'), connection: of('connection'), status: of('status'), feature: of('feature') };
}

function readForm(form: HTMLFormElement): FilterState {
  const chosen = (kind: FilterKind): Set<string> =>
    new Set(
      checkboxes(form)
        .filter(({ name, checked }) => checked && name === kind)
        .map(({ value }) => value),
    );
  return {
    text: textField(form)?.value ?? '',
    chosen: { type: chosen('type'), connection: chosen('connection'), status: chosen('status'), feature: chosen('feature') },
  };
}

/** Shows the matching cards, and updates the form, the counts, and the chips. */
function showState(root: HTMLElement, form: HTMLFormElement, cards: Card[], state: FilterState): void {
  let shown = 0;
  for (const card of cards) {
    card.element.hidden = !matches(card, state);
    if (!card.element.hidden) shown++;
  }
  const field = textField(form);
  if (field !== null && field.value !== state.text) field.value = state.text;
  for (const kind of FILTER_KINDS) {
    for (const box of checkboxes(form).filter(({ name }) => name === kind)) {
      box.checked = state.chosen[kind].has(box.value);
      const count = countOption(cards, state, kind, box.value);
      const label = box.closest('label');
      label?.toggleAttribute('data-empty', count === 0 && !box.checked);
      const shownCount = label?.querySelector('.filter-count');
      if (shownCount) shownCount.textContent = String(count);
    }
  }
  const status = root.querySelector('[data-count]');
  const words = isEmpty(state) ? `${cards.length} integrations` : `${shown} of ${cards.length} integrations`;
  if (status !== null && status.textContent !== words) status.textContent = words;
  showChips(root, form);
  const none = root.querySelector<HTMLElement>('[data-none]');
  if (none !== null) none.hidden = shown > 0;
}

/** Creates a button for each selected option that deselects it, and one that deselects all. */
function showChips(root: HTMLElement, form: HTMLFormElement): void {
  const list = root.querySelector<HTMLElement>('[data-chips]');
  if (list === null) return;
  const chosen = checkboxes(form).filter(({ checked }) => checked);
  const chips = chosen.map((box) => {
    const label = box.closest('label')?.querySelector('span:not(.filter-count)')?.textContent ?? box.value;
    return chip(label, `Remove the filter ${label}`, { kind: box.name, value: box.value });
  });
  if (chosen.length > 1) chips.push(chip('Reset all', 'Reset all filters', { value: '' }));
  list.replaceChildren(...chips);
  list.hidden = chips.length === 0;
}

function chip(text: string, name: string, data: Readonly<Record<string, string>>): HTMLLIElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.setAttribute('aria-label', name);
  Object.assign(button.dataset, data);
  item.append(button);
  return item;
}

function writeAddress(state: FilterState, step: 'push' | 'replace'): void {
  const address = `${location.pathname}${writeQuery(state)}${location.hash}`;
  if (address === `${location.pathname}${location.search}${location.hash}`) return;
  if (step === 'push') history.pushState(history.state, '', address);
  else history.replaceState(history.state, '', address);
}
