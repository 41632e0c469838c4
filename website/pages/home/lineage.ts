/** Finds everything upstream and downstream of an entity or a column in the lineage graph of the home page. */

/** Adjacency list of the graph: maps each name to the names that it feeds. */
export type Feeds = ReadonlyMap<string, readonly string[]>;

/** Returns all names that can be reached from `start`, without `start` itself. */
function reachedFrom(start: string, edges: Feeds): Set<string> {
  const reached = new Set<string>();
  const stack = [...(edges.get(start) ?? [])];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (reached.has(next) || next === start) continue;
    reached.add(next);
    stack.push(...(edges.get(next) ?? []));
  }
  return reached;
}

/** Returns the graph with all edges reversed. */
export function reversed(edges: Feeds): Feeds {
  const result = new Map<string, string[]>();
  for (const [from, targets] of edges) for (const to of targets) result.set(to, [...(result.get(to) ?? []), from]);
  return result;
}

/** The names upstream and downstream of a start. */
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
  const entitiesOf = (related: ReadonlySet<string>, candidates: ReadonlySet<string>, edges: Feeds): Set<string> => {
    const owners = new Set([...related].map(entityOf));
    const leadsToOwner = (id: string): boolean => [...reachedFrom(id, edges)].some((reached) => owners.has(reached));
    return new Set([...candidates].filter((id) => owners.has(id) || (!hasColumns.has(id) && leadsToOwner(id))));
  };
  return {
    upstream: entitiesOf(columns.upstream, entities.upstream, reversed(feeds)),
    downstream: entitiesOf(columns.downstream, entities.downstream, feeds),
  };
}
