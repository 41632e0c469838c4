/** A queue in which networks take turns, and in each network its addresses, so that a client with many requests delays mostly its own. */
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Client } from './client-address.ts';

/**
 * Number of iterations of the event loop between two items. Node.js accepts one connection in each iteration, and a visitor's
 * connection may wait behind hundreds of others. Without events, an iteration takes a few microseconds.
 */
const ITERATIONS = 16;
/** Time after which the next item is not delayed any longer, because other requests can make each iteration take milliseconds. */
const MAX_WAIT_MS = 20;

/** Waits until the server has accepted other connections, before work of several milliseconds. */
export async function waitForConnections(): Promise<void> {
  const start = performance.now();
  for (let i = 0; i < ITERATIONS && performance.now() - start < MAX_WAIT_MS; i++) await nextIteration();
}

/**
 * Returns a function that waits for a turn: its promises resolve in the order of the calls, at most `perIteration` in each iteration of the event
 * loop. Otherwise, the server would work for each of hundreds of clients before it handles the next request.
 */
export function createTurnQueue(perIteration: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  function grant(): void {
    for (const resolve of waiting.splice(0, perIteration)) resolve();
    if (waiting.length > 0) setImmediate(grant);
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(grant);
    });
}

export interface FairQueue<Item> {
  readonly size: number;
  /** Sum of the weights of all items. */
  readonly weight: number;
  /** @param weight what the item counts for `removeExcess`, for example its bytes; default 1 */
  add(client: Client, item: Item, weight?: number): void;
  /** Removes the oldest item of the address whose turn it is. */
  next(): Item | undefined;
  /** Removes the newest item of the heaviest address, in the heaviest network. */
  removeExcess(): Item | undefined;
}

interface Address<Item> {
  weight: number;
  items: { item: Item; weight: number }[];
}

interface Network<Item> {
  weight: number;
  /** The address that has waited longest is first. */
  addresses: Map<string, Address<Item>>;
}

/** Creates a queue. An IPv4 address and an IPv6 /48 network are one network each. */
export function createFairQueue<Item>(): FairQueue<Item> {
  /** The network that has waited longest is first. */
  const networks = new Map<string, Network<Item>>();
  let size = 0;
  let total = 0;

  /** Takes an item of an address, and moves both the address and its network behind the others if `isTurn`. */
  function take(key: string, name: string, isTurn: boolean): Item | undefined {
    const network = networks.get(key) as Network<Item>;
    const address = network.addresses.get(name) as Address<Item>;
    const taken = isTurn ? address.items.shift() : address.items.pop();
    const { weight = 0 } = taken ?? {};
    size -= 1;
    total -= weight;
    network.weight -= weight;
    address.weight -= weight;
    const isEmpty = address.items.length === 0;
    if (isTurn || isEmpty) network.addresses.delete(name);
    if (isTurn && !isEmpty) network.addresses.set(name, address);
    const isLast = network.addresses.size === 0;
    if (isTurn || isLast) networks.delete(key);
    if (isTurn && !isLast) networks.set(key, network);
    return taken?.item;
  }

  return {
    get size() {
      return size;
    },
    get weight() {
      return total;
    },
    add({ address: name, block }, item, weight = 1) {
      const key = block ?? name;
      const network: Network<Item> = networks.get(key) ?? { weight: 0, addresses: new Map() };
      networks.set(key, network);
      const address: Address<Item> = network.addresses.get(name) ?? { weight: 0, items: [] };
      network.addresses.set(name, address);
      address.items.push({ item, weight });
      address.weight += weight;
      network.weight += weight;
      total += weight;
      size += 1;
    },
    next() {
      const [first] = networks;
      const address = first?.[1].addresses.keys().next().value;
      return first === undefined || address === undefined ? undefined : take(first[0], address, true);
    },
    removeExcess() {
      const network = heaviestOf(networks);
      const address = network && heaviestOf(network[1].addresses);
      return network && address && take(network[0], address[0], false);
    },
  };
}

/** Returns the heaviest entry; among equal ones the last, whose turn is the furthest away. */
function heaviestOf<Value extends { weight: number }>(entries: Map<string, Value>): [string, Value] | undefined {
  let heaviest: [string, Value] | undefined;
  for (const entry of entries) if (heaviest === undefined || entry[1].weight >= heaviest[1].weight) heaviest = entry;
  return heaviest;
}
