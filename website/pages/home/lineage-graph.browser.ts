/**
 * Makes the lineage graph of the home page interactive: readers select an entity with a click, the arrow keys, or the search,
 * and its upstream and downstream entities are highlighted. Selecting a column highlights the lineage of that column.
 */
import { isOnTrace, reversed, trace, traceColumn, type Feeds, type Trace } from './lineage.ts';

/** The neighbor to which each key moves. */
const KEYS: Readonly<Record<string, 'upstream' | 'downstream' | 'before' | 'after'>> = {
  ArrowLeft: 'upstream',
  ArrowRight: 'downstream',
  ArrowUp: 'before',
  ArrowDown: 'after',
};

/** Makes the graph inside `root` interactive. @returns a function that removes all listeners */
export function mount(root: HTMLElement): () => void {
  const all = <Found extends Element>(selector: string): Found[] => [...root.querySelectorAll<Found>(selector)];
  const nodes = all<SVGGElement>('.lineage-node');
  const edges = all<SVGPathElement>('.lineage-edge');
  const panels = all<HTMLElement>('.lineage-panel');
  const columns = all<HTMLButtonElement>('[data-column]');
  const search = root.querySelector('input');
  const idOf = (element: Element | null | undefined): string => (element as HTMLElement | null)?.dataset['node'] ?? '';
  const nameOf = (node: Element): string => node.querySelector('.lineage-name')?.textContent?.trim() ?? '';

  const ids = [...new Set(nodes.map(idOf))];
  const feeds = toAdjacencyList(edges.map(({ dataset }) => [dataset['from'] ?? '', dataset['to'] ?? '']));
  const sources = reversed(feeds);
  const columnFeeds = toAdjacencyList(
    columns.flatMap(({ dataset }) =>
      (dataset['from'] ?? '')
        .split(' ')
        .filter(Boolean)
        .map((from) => [from, dataset['column'] ?? ''] as const),
    ),
  );
  const hasColumns = new Set(columns.map(({ dataset }) => (dataset['column'] ?? '').split('.')[0] ?? ''));

  let selected = idOf(root.querySelector('.lineage-node.selected'));
  let column: string | null = null;

  function show(): void {
    const traced = column === null ? trace(selected, feeds) : traceColumn(column, columnFeeds, feeds, hasColumns);
    const related = column === null ? null : trace(column, columnFeeds);
    for (const node of nodes) showNode(node, traced);
    for (const edge of edges) {
      const { from = '', to = '' } = edge.dataset;
      edge.classList.toggle('traced', isOnTrace(from, to, selected, traced));
    }
    for (const panel of panels) panel.hidden = panel.dataset['panel'] !== selected;
    for (const button of columns) {
      const name = button.dataset['column'] ?? '';
      button.setAttribute('aria-pressed', String(name === column));
      button.classList.toggle('related', related !== null && (related.upstream.has(name) || related.downstream.has(name)));
    }
    root.classList.toggle('traces-column', column !== null);
  }

  function showNode(node: SVGGElement, { upstream, downstream }: Trace): void {
    const id = idOf(node);
    node.classList.toggle('selected', id === selected);
    node.classList.toggle('traced', upstream.has(id) || downstream.has(id));
    node.setAttribute('aria-selected', String(id === selected));
    node.setAttribute('tabindex', id === selected ? '0' : '-1');
  }

  /** Selects an entity; if it is selected already, its column with the largest lineage. */
  function select(id: string): void {
    if (id === selected && column === null) column = columnsOf(id)[0] ?? null;
    else column = null;
    selected = id;
    show();
  }

  /** Returns the columns of an entity, those with the largest lineage first. */
  function columnsOf(id: string): string[] {
    const own = columns.map(({ dataset }) => dataset['column'] ?? '').filter((name) => name.startsWith(`${id}.`));
    return own.toSorted((a, b) => lineageSize(b) - lineageSize(a));
  }
  const lineageSize = (name: string): number => {
    const { upstream, downstream } = trace(name, columnFeeds);
    return upstream.size + downstream.size;
  };

  function neighbor(node: SVGGElement, direction: (typeof KEYS)[string]): string | undefined {
    const id = idOf(node);
    if (direction === 'upstream') return sources.get(id)?.[0];
    if (direction === 'downstream') return feeds.get(id)?.[0];
    return ids[ids.indexOf(id) + (direction === 'after' ? 1 : -1)];
  }

  function focus(id: string): void {
    nodes.find((node) => idOf(node) === id && node.checkVisibility())?.focus();
  }

  function findEntity(text: string): string | undefined {
    const query = text.trim().toLowerCase();
    if (query === '') return undefined;
    const names = nodes.map((node) => [nameOf(node).toLowerCase(), idOf(node)] as const);
    return (names.find(([name]) => name.startsWith(query)) ?? names.find(([name]) => name.includes(query)))?.[1];
  }

  const listening = new AbortController();
  const { signal } = listening;
  for (const node of nodes) {
    node.addEventListener('click', () => select(idOf(node)), { signal });
    node.addEventListener(
      'keydown',
      (event) => {
        const direction = KEYS[event.key];
        if (direction === undefined && event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        if (direction === undefined) return select(idOf(node));
        const next = neighbor(node, direction);
        if (next === undefined) return;
        select(next);
        focus(next);
      },
      { signal },
    );
  }
  for (const button of columns) {
    button.disabled = false;
    button.addEventListener(
      'click',
      () => {
        const name = button.dataset['column'] ?? '';
        column = column === name ? null : name;
        show();
      },
      { signal },
    );
  }
  search?.addEventListener(
    'input',
    () => {
      const id = findEntity(search.value);
      if (id === undefined || id === selected) return;
      column = null;
      selected = id;
      show();
    },
    { signal },
  );
  search?.addEventListener('keydown', (event) => event.key === 'Enter' && (event.preventDefault(), focus(selected)), { signal });
  show();
  return () => listening.abort();
}

function toAdjacencyList(pairs: readonly (readonly [from: string, to: string])[]): Feeds {
  const map = new Map<string, string[]>();
  for (const [from, to] of pairs) if (map.get(from)?.includes(to) !== true) map.set(from, [...(map.get(from) ?? []), to]);
  return map;
}
