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
  add(client: Client, item: Item): void;
  /** Removes the oldest item of the address whose turn it is. */
  next(): Item | undefined;
  /** Removes the newest item of the address that has the most items, in the network that has the most. */
  removeExcess(): Item | undefined;
}

interface Network<Item> {
  size: number;
  /** The items of each address. The address that has waited longest is first. */
  addresses: Map<string, Item[]>;
}

/** Creates a queue. An IPv4 address and an IPv6 /48 network are one network each. */
export function createFairQueue<Item>(): FairQueue<Item> {
  /** The network that has waited longest is first. */
  const networks = new Map<string, Network<Item>>();
  let size = 0;

  /** Takes an item of an address, and moves both the address and its network behind the others if `isTurn`. */
  function take(key: string, address: string, isTurn: boolean): Item | undefined {
    const network = networks.get(key) as Network<Item>;
    const items = network.addresses.get(address) as Item[];
    const item = isTurn ? items.shift() : items.pop();
    size -= 1;
    network.size -= 1;
    if (isTurn || items.length === 0) network.addresses.delete(address);
    if (isTurn && items.length > 0) network.addresses.set(address, items);
    if (isTurn || network.size === 0) networks.delete(key);
    if (isTurn && network.size > 0) networks.set(key, network);
    return item;
  }

  return {
    get size() {
      return size;
    },
    add({ address, block }, item) {
      const key = block ?? address;
      const network = networks.get(key) ?? { size: 0, addresses: new Map<string, Item[]>() };
      networks.set(key, network);
      const items = network.addresses.get(address);
      if (items === undefined) network.addresses.set(address, [item]);
      else items.push(item);
      network.size += 1;
      size += 1;
    },
    next() {
      const [first] = networks;
      const address = first?.[1].addresses.keys().next().value;
      return first === undefined || address === undefined ? undefined : take(first[0], address, true);
    },
    removeExcess() {
      const longest = longestOf(networks, (network) => network.size);
      const address = longest && longestOf(longest[1].addresses, (items) => items.length);
      return longest && address && take(longest[0], address[0], false);
    },
  };
}

/** Returns the longest entry; among equal ones the last, whose turn is the furthest away. */
function longestOf<Value>(entries: Map<string, Value>, lengthOf: (value: Value) => number): [string, Value] | undefined {
  let longest: [string, Value] | undefined;
  for (const entry of entries) if (longest === undefined || lengthOf(entry[1]) >= lengthOf(longest[1])) longest = entry;
  return longest;
}
