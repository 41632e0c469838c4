/** Finds everything upstream and downstream of an entity or a column in the lineage graph of the home page. */

/** Adjacency list of the graph: maps each name to the names that it feeds. */
export type Feeds = ReadonlyMap<string, readonly string[]>;

/** Returns all names that can be reached from `start`, without `start` itself. */
export function reachedFrom(start: string, edges: Feeds): Set<string> {
  const reached = new Set<string>();
  const open = [...(edges.get(start) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next) || next === start) continue;
    reached.add(next);
    open.push(...(edges.get(next) ?? []));
  }
  return reached;
}

/** Returns the graph with all edges reversed. */
export function reversed(edges: Feeds): Feeds {
  const turned = new Map<string, string[]>();
  for (const [from, targets] of edges) for (const to of targets) turned.set(to, [...(turned.get(to) ?? []), from]);
  return turned;
}

export interface Trace {
  upstream: ReadonlySet<string>;
  downstream: ReadonlySet<string>;
}

export function trace(start: string, feeds: Feeds): Trace {
  return { upstream: reachedFrom(start, reversed(feeds)), downstream: reachedFrom(start, feeds) };
}

/** Whether an edge is on a path to or from the start of the trace. */
export function isOnTrace(from: string, to: string, start: string, { upstream, downstream }: Trace): boolean {
  return (upstream.has(from) && (to === start || upstream.has(to))) || (downstream.has(to) && (from === start || downstream.has(from)));
}

const entityOf = (column: string): string => column.slice(0, column.indexOf('.'));

/**
 * Returns the entities upstream and downstream of a column. Entities without columns, such as tasks, are part of the trace
 * if they connect two entities that are part of it.
 * @param column `entity.column`
 * @param hasColumns the ids of the entities that have columns
 */
export function traceColumn(column: string, columnFeeds: Feeds, feeds: Feeds, hasColumns: ReadonlySet<string>): Trace {
  const start = entityOf(column);
  const columns = trace(column, columnFeeds);
  const entities = trace(start, feeds);
  const follow = (related: ReadonlySet<string>, candidates: ReadonlySet<string>, way: Feeds): Set<string> => {
    const ends = new Set([...related].map(entityOf));
    const joins = (id: string): boolean => [...reachedFrom(id, way)].some((reached) => ends.has(reached));
    return new Set([...candidates].filter((id) => ends.has(id) || (!hasColumns.has(id) && joins(id))));
  };
  return {
    upstream: follow(columns.upstream, entities.upstream, reversed(feeds)),
    downstream: follow(columns.downstream, entities.downstream, feeds),
  };
}
