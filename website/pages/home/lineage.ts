/** Reachability in the lineage graph of the home page: what feeds an entity or a column, and what it feeds. */

/** For each name the names that it feeds. */
export type Feeds = ReadonlyMap<string, readonly string[]>;

/** All that is reached from `start` along the edges, without `start`. */
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

/** The same edges from the other end. */
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

/** Whether an edge is on a way that leads to the start or away from it. */
export function isOnTrace(from: string, to: string, start: string, { upstream, downstream }: Trace): boolean {
  return (upstream.has(from) && (to === start || upstream.has(to))) || (downstream.has(to) && (from === start || downstream.has(from)));
}

const entityOf = (column: string): string => column.slice(0, column.indexOf('.'));

/**
 * The entities through which a column comes and goes. Entities without columns, such as tasks, are on the trace where they
 * join two entities that are.
 * @param column `entity.column`
 * @param hasColumns ids of the entities that have columns
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
