/** The recipe builder: readers select options on the page of a source, and a panel shows the recipe with them. */
import { announce } from '@quire/engine/client/router/after-navigation.ts';

import type { RecipeOption, RecipeOptions } from '../sources/recipes.ts';
import styleSheet from './recipe-builder.css?url';

const count = (options: number): string => `${options} ${options === 1 ? 'option' : 'options'}`;

const nameOf = ({ path }: RecipeOption): string => path.filter((step) => step !== '-').join('.');

/** Whether an option is nested below a path, at any depth. */
const isInside = ({ path }: RecipeOption, outer: readonly string[]): boolean =>
  path.length > outer.length && outer.every((step, index) => step === path[index]);

/**
 * Returns an option with the required options at its level and at the levels that contain it. An option that only contains
 * others is replaced by its first required nested option, or by its first nested option if none is required.
 */
function withRequired(option: RecipeOption, all: readonly RecipeOption[]): RecipeOption[] {
  if (option.lines === undefined) {
    const inside = all.filter((each) => each.lines && isInside(each, option.path));
    const first = inside.find(({ isRequired }) => isRequired) ?? inside[0];
    return first === undefined ? [] : withRequired(first, all);
  }
  const around = option.path.map((_, index) => option.path.slice(0, index));
  const isBeside = ({ path }: RecipeOption): boolean =>
    around.some((outer) => path.length === outer.length + 1 && outer.every((step, index) => step === path[index]));
  return [option, ...all.filter((each) => each.isRequired && each.lines && isBeside(each))];
}

/** Returns the options of the initial recipe: those that come first in the starter recipe, and the required ones. */
export const initialOptions = ({ options }: RecipeOptions): Set<RecipeOption> =>
  new Set(options.filter(({ lines, path, isFirst, isRequired }) => lines && (isFirst || (isRequired && path.length === 1))));

/** Returns the chosen options and a new one with those that it requires, in the order of the page. */
export function addOption(all: readonly RecipeOption[], chosen: ReadonlySet<RecipeOption>, option: RecipeOption): Set<RecipeOption> {
  const added = withRequired(option, all);
  return new Set(all.filter((each) => chosen.has(each) || added.includes(each)));
}

/** The options as a tree, by the keys of their paths. */
interface Tree {
  children: Map<string, Tree>;
  lines: readonly string[];
}

/** Returns a recipe with the chosen options in their order, as lines of YAML. */
export function writeRecipe({ type, sink }: RecipeOptions, chosen: Iterable<RecipeOption>): string[] {
  const root: Tree = { children: new Map(), lines: [] };
  for (const { path, lines = [] } of chosen) {
    let node = root;
    for (const step of path) {
      const next: Tree = node.children.get(step) ?? { children: new Map(), lines: [] };
      node.children.set(step, next);
      node = next;
    }
    node.lines = lines;
  }
  // Stateful ingestion detects deletions by comparing a run with the previous run of the same pipeline name.
  const name = root.children.has('stateful_ingestion') ? [`pipeline_name: <${type}-production>`] : [];
  const config = root.children.size === 0 ? ['  config: {}'] : ['  config:', ...linesOf(root, '    ')];
  return [...name, 'source:', `  type: ${type}`, ...config, ...sink];
}

function linesOf({ children }: Tree, indent: string): string[] {
  return [...children].flatMap(([step, child]) => {
    const item = child.children.get('-');
    if (item !== undefined) {
      const [first = '', ...rest] = linesOf(item, `${indent}    `);
      return [`${indent}${step}:`, `${indent}  - ${first.trimStart()}`, ...rest];
    }
    if (child.children.size > 0) return [`${indent}${step}:`, ...linesOf(child, `${indent}  `)];
    return child.lines.map((line) => indent + line);
  });
}

/** Adds a button beside the name of each option, which adds it to the recipe or removes it. */
function addButtons(names: readonly Element[]): { id: string; button: HTMLButtonElement }[] {
  return names.map((name) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'option-add';
    button.setAttribute('aria-pressed', 'false');
    button.title = 'Add to the recipe';
    button.setAttribute('aria-label', `Add ${name.textContent} to the recipe`);
    name.parentElement?.append(button);
    return { id: name.id, button };
  });
}

/** Creates the panel with the recipe. The engine handles the button `.code-copy`, as in every code block. */
function createPanel(type: string): { panel: HTMLElement; title: HTMLElement; code: HTMLElement; close: HTMLButtonElement } {
  const panel = document.createElement('section');
  panel.className = 'recipe-builder';
  panel.popover = 'manual';
  panel.setAttribute('aria-label', `Recipe for ${type}`);
  panel.innerHTML =
    '<figure class="code"><figcaption></figcaption><div class="code-tools"><button type="button" class="code-copy" aria-label="Copy recipe"></button>' +
    '<button type="button" class="recipe-close" aria-label="Close recipe"></button></div><pre><code></code></pre></figure>';
  const part = (selector: string): HTMLElement => panel.querySelector(selector) as HTMLElement;
  return { panel, title: part('figcaption'), code: part('code'), close: part('.recipe-close') as HTMLButtonElement };
}

/** Renders the lines of the recipe, with highlighted keys and with marks on the lines that were added. */
function showLines(code: HTMLElement, lines: readonly string[], before: readonly string[]): void {
  const nodes = lines.map((line) => {
    const [, indent = '', key = '', rest = line] = /^(\s*(?:- )?)([^\s:'"-][^\s:]*:)(.*)$/.exec(line) ?? [];
    const shown = document.createElement('span');
    if (before.length > 0 && !before.includes(line)) shown.className = 'line';
    const name = document.createElement('span');
    name.className = 'tk-keyword';
    name.textContent = key;
    shown.append(indent, name, `${rest}\n`);
    return shown;
  });
  code.replaceChildren(...nodes);
  // Scroll to the first added line last, so that it is visible if not all added lines fit.
  for (const line of [...code.querySelectorAll('.line')].toReversed()) line.scrollIntoView({ block: 'nearest' });
}

/** Makes the recipe focusable while it can be scrolled, for keyboard users. */
function makeFocusableWhileScrollable(code: HTMLElement): ResizeObserver {
  const frame = code.parentElement as HTMLElement;
  const observer = new ResizeObserver(() => {
    if (frame.scrollWidth > frame.clientWidth || frame.scrollHeight > frame.clientHeight) frame.tabIndex = 0;
    else frame.removeAttribute('tabindex');
  });
  for (const part of [frame, code]) observer.observe(part);
  return observer;
}

/**
 * Mounts the builder.
 * @param blocks the tables and collapsed parts with the options, in the order of the page
 * @returns a function that unmounts it
 */
export function mountRecipeBuilder(root: HTMLElement, blocks: readonly HTMLElement[]): () => void {
  const buttons = addButtons(blocks.flatMap((block) => [...block.querySelectorAll('td > a[id][href]')]));
  const plugin = root.dataset['plugin'] ?? '';
  const schema = document.querySelector<HTMLAnchorElement>('a[href*="/schemas/sources/"]');
  const { panel, title, code, close } = createPanel(plugin);
  const scrolling = makeFocusableWhileScrollable(code);
  let loading: Promise<RecipeOptions> | undefined;
  let chosen = new Set<RecipeOption>();
  let shown: string[] = [];
  let opener: HTMLElement | undefined;

  async function load(): Promise<RecipeOptions> {
    const response = await fetch((schema?.href ?? '').replace(/\.json$/, '.options.json'));
    if (!response.ok) throw new Error(`The request for the options failed with status ${response.status}.`);
    const data = ((await response.json()) as Record<string, RecipeOptions>)[plugin];
    if (data === undefined) throw new Error(`The options of ${plugin} are missing.`);
    chosen = initialOptions(data);
    return data;
  }

  function show(data: RecipeOptions): void {
    const lines = writeRecipe(data, chosen);
    showLines(code, lines, shown);
    shown = lines;
    title.textContent = `Recipe, ${count(chosen.size)}`;
    const parts = [...chosen];
    for (const { id, button } of buttons) {
      const option = data.options.find((each) => each.id === id);
      button.setAttribute(
        'aria-pressed',
        String(option !== undefined && parts.some((part) => part === option || isInside(part, option.path))),
      );
    }
  }

  function open(): void {
    if (styles.parentNode === null) document.head.append(styles);
    for (const other of document.querySelectorAll<HTMLElement>('.recipe-builder')) {
      if (other !== panel) other.hidePopover?.();
      other.hidden = other !== panel;
    }
    if (panel.parentNode === null) blocks.at(-1)?.after(panel);
    panel.hidden = false;
    // As a popover of the button, the panel is next in the tab order, before the next option.
    panel.hidePopover?.();
    panel.showPopover?.(opener === undefined ? {} : { source: opener });
  }

  async function toggle(id: string): Promise<void> {
    open();
    let data: RecipeOptions;
    try {
      data = await (loading ??= load());
    } catch {
      loading = undefined;
      code.textContent = 'The options could not be loaded. Check the connection, and choose the option again.';
      announce(code.textContent);
      return;
    }
    const option = data.options.find((each) => each.id === id);
    if (option === undefined) return;
    const isNew = shown.length === 0;
    if (isNew) show(data);
    const inside = [...chosen].filter((each) => each === option || isInside(each, option.path));
    const name = nameOf(option);
    let done = `Added ${name}.`;
    if (inside.length === 0) chosen = addOption(data.options, chosen, option);
    else if (option.isRequired && option.path.length === 1) done = `${name} is required.`;
    // The reader cannot have meant to remove the option, because the recipe was not visible yet.
    else if (isNew) done = `${name} is in the recipe.`;
    else {
      for (const each of inside) chosen.delete(each);
      done = `Removed ${name}.`;
    }
    show(data);
    announce(`${done} The recipe has ${count(chosen.size)}.`);
  }

  const styles = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styleSheet });
  function hide(): void {
    panel.hidePopover?.();
    panel.hidden = true;
    opener?.focus();
  }

  const hideOnEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && panel.isConnected && !panel.hidden) hide();
  };
  for (const { id, button } of buttons) {
    button.addEventListener('click', () => {
      opener = button;
      void toggle(id);
    });
    button.addEventListener('keydown', hideOnEscape);
  }
  panel.addEventListener('keydown', hideOnEscape);
  close.addEventListener('click', hide);
  return () => {
    for (const { button } of buttons) button.remove();
    scrolling.disconnect();
    panel.remove();
    styles.remove();
  };
}
