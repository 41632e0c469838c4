/** Simulates visitors who send too much, too slowly, or nonsense. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, inBatches, visit, type Outcome } from './server.ts';

export interface Target {
  port: number;
  /** Name of the search index (`indexNameOf`). */
  indexName: string;
  /** Titles of all pages. */
  pages: readonly string[];
  /** Open sockets. They are closed when the attack ends. */
  sockets: Set<Socket>;
}

export type Attack = (target: Target) => Promise<Outcome>;

async function open({ port, sockets }: Target): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

/** Opens nearly as many connections as the server keeps, fifty at a time. */
async function openMost(target: Target): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < 950) sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => open(target)))));
  return sockets;
}

/** Sends bytes and returns the response that arrives within two seconds. */
async function sendRaw(target: Target, bytes: string): Promise<string> {
  const socket = await open(target);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.end(bytes, 'latin1');
  await Promise.race([once(socket, 'close'), wait(2000)]);
  socket.destroy();
  return answer;
}

/** Returns the problem with a response, or null. A server may refuse any request, but it must not fail or leak internals. */
function problemOf(answer: string): string | null {
  if (/^HTTP\/1\.1 5(?!03)/.test(answer)) return answer.slice(0, 60);
  return /node_modules|at \w+ \(|root:x:0/.test(answer) ? 'leaks internals' : null;
}

let seed = 20_261_123;
/** Returns a reproducible integer from 0 to `limit` - 1 (a linear congruential generator). */
function random(limit: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed % limit;
}
const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'X'];
/** INDEX stands for the name of the search index. */
const PATHS = [
  '/',
  '/docs',
  '/search?q=',
  '/search/results.json?q=a&page=',
  '/1/indexes/*/queries',
  '/1/indexes/INDEX/query',
  '/v1/completions',
  '/rest/v1/queries',
  '/mcp',
  '/healthz',
  '/index.md',
  '/docs/releases/feed.xml',
  '/llms.txt',
  '/search-index.json',
];
const FUZZ_PIECES = [' ', ...'{ } [ ] " : , null 1e999 -1 \\u0000 \0 % ../ ..%2f é \xff prompt requests query <'.split(' ')];
const junk = (): string => Array.from({ length: random(40) }, () => pick(FUZZ_PIECES)).join('');

const fuzz: Attack = (target) =>
  inBatches(6000, 40, async () => {
    const body = junk();
    const framing = pick([`Content-Length: ${Buffer.byteLength(body, 'latin1')}`, 'Transfer-Encoding: chunked', '']);
    const sent = framing.startsWith('Transfer') ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : framing === '' ? '' : body;
    const path = pick(PATHS).replace('INDEX', target.indexName) + (random(3) === 0 ? encodeURI(junk().replace(/[\0\xff%]/g, '')) : '');
    const head = `${pick(METHODS)} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${pick(['application/json', 'text/plain', junk().replace(/[\0\r\n]/g, '')])}\r\n`;
    return problemOf(await sendRaw(target, `${head}${framing === '' ? '' : `${framing}\r\n`}\r\n${sent}`));
  });

/** Unusual values; most fields expect none of them. */
const UNUSUAL_VALUES: readonly unknown[] = [
  ...[null, true, -1, 1e308, 0.5, '', 'a', 'x'.repeat(5000), [], {}, [[]], ['a', 1], { a: { b: {} } }],
  ...['\0', '\ud800', '../..', '__proto__', 'constructor', '<script>', "' OR 1=1", '%00', 'positive', 'search_docs', 'tools/call'],
];
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  '/1/indexes/*/queries': ['requests', 'strategy'],
  '/1/indexes/INDEX/query': ['query', 'params', 'hitsPerPage', 'page', 'facetFilters', 'attributesToSnippet'],
  '/v1/completions': ['prompt', 'projectKey', 'conversation', 'maxTokens', 'temperature', 'sectionsMatchCount'],
  '/rest/v1/queries': ['query', 'result_rating', 'page', 'path', 'comment'],
  '/mcp': ['jsonrpc', 'id', 'method', 'params'],
};
const oddFields = (names: readonly string[]): object =>
  Object.fromEntries(names.filter(() => random(3) > 0).map((name) => [name, pick(UNUSUAL_VALUES)]));

/** Sends JSON that no client of the service would send. It comes from many addresses, because each address has a rate limit. */
const oddJson: Attack = ({ port, indexName }) =>
  inBatches(5000, 20, async (i) => {
    const path = pick(Object.keys(FIELDS));
    const fields = oddFields(FIELDS[path] ?? []);
    const body =
      path === '/mcp' && random(2) === 0
        ? {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: pick(UNUSUAL_VALUES), arguments: oddFields(['query', 'path', 'limit', 'offset']) },
          }
        : path === '/1/indexes/*/queries' && random(2) === 0
          ? { requests: [{ indexName, ...oddFields(['query', 'params', 'page', 'facetFilters']) }] }
          : fields;
    const address = `127.0.5.${1 + (i % 250)}`;
    const { status, text } = await ask(port, path.replace('INDEX', indexName), JSON.stringify(body), address);
    return status === 0 ? `${path} did not answer` : problemOf(`HTTP/1.1 ${status} ${text}`);
  });

const TRAVERSALS = ['/../', '/..%2f', '/%2e%2e/', '/..%5c', '/..\\', '/%252e%252e/', '/....//', '/%c0%ae%c0%ae/', '/..;/', '//'];
const traversal: Attack = (target) =>
  inBatches(500, 40, async (i) => {
    const up = (TRAVERSALS[i % TRAVERSALS.length] as string).repeat(1 + (i % 9));
    return problemOf(await sendRaw(target, `GET ${up}etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`));
  });

const hosts: Attack = (target) => {
  const cases: [string, number[]][] = [
    ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', [400]],
    ['GET / HTTP/1.1\r\n\r\n', [400]],
    ['GET /healthz HTTP/1.0\r\n\r\n', [200]],
    ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', [400, 405]],
    ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', [400]],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, [431]],
    ['OPTIONS /1/indexes/*/queries HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', [204, 404, 405]],
  ];
  return inBatches(cases.length, 1, async (i) => {
    const [text, allowed] = cases[i] as (typeof cases)[number];
    const status = Number((await sendRaw(target, text)).slice(9, 12));
    return allowed.includes(status) ? null : `${text.slice(0, 40)}: ${status}`;
  });
};

/** A file that is large without compression. */
const LARGE = '/llms-full.txt';

const pipelining: Attack = async (target) => {
  const sockets = await Promise.all(Array.from({ length: 200 }, () => open(target)));
  for (const socket of sockets) socket.pause().write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(300));
  await wait(5000);
  for (const socket of sockets) socket.resume();
  await wait(1000);
  const left = sockets.filter((socket) => !socket.destroyed).length;
  return { tried: sockets.length, failed: left, ...(left > 0 && { reason: `${left} connections are still open` }) };
};

/** Thousands of requests in one write of each connection: a server that parses them all runs out of memory. */
const shortestRequests: Attack = async (target) => {
  const sockets = await Promise.all(Array.from({ length: 200 }, () => open(target)));
  for (const socket of sockets) socket.resume().write('GET / HTTP/1.1\r\n\r\n'.repeat(3600));
  await wait(5000);
  const left = sockets.filter((socket) => !socket.destroyed).length;
  return { tried: sockets.length, failed: left, ...(left > 0 && { reason: `${left} connections are still open` }) };
};

/**
 * Only the server's memory and the visitor's response times decide whether this attack fails. The buffers of the loopback interface
 * take most of the file, so the server often finishes with clients that have read nothing. `http-server.test.ts` shows that it
 * disconnects the other ones.
 */
const slowReaders: Attack = async (target) => {
  const sockets = await Promise.all(Array.from({ length: 600 }, () => open(target)));
  for (const socket of sockets) socket.pause().write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await wait(30_000);
  return { tried: sockets.length, failed: 0 };
};

/** Requests a page from another address. It has to arrive within two seconds. */
async function outcomeForVisitor({ port }: Target, tried: number): Promise<Outcome> {
  const { status, ms } = await visit(port, '/docs/quickstart', '127.0.2.1');
  const isServed = status === 200 && ms < 2000;
  return { tried, failed: isServed ? 0 : 1, ...(!isServed && { reason: `a page: ${status} after ${Math.round(ms)} ms` }) };
}

/** Header fields of a few bytes, some of them before a body that does not arrive: a server that keeps them all runs out of memory. */
const manyFields: Attack = async (target) => {
  const fields = Array.from({ length: 975 }, (_, i) => `b${i.toString(36)}: 1234567\r\n`).join('');
  const sockets = await Promise.all(Array.from({ length: 3000 }, () => open(target)));
  sockets.forEach((socket, i) => {
    const isPost = i % 3 === 0;
    if (isPost) socket.write(`POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 15000\r\n${fields}\r\n{`);
    else socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${fields}`);
  });
  await wait(8000);
  return outcomeForVisitor(target, sockets.length);
};

/** Headers of almost the maximum size that never end. */
const unfinishedHeaders: Attack = async (target) => {
  const sockets = await Promise.all(Array.from({ length: 4900 }, () => open(target)));
  for (const socket of sockets) socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(15_800)}`);
  await wait(8000);
  return outcomeForVisitor(target, sockets.length);
};

/**
 * Messages with hundreds of mistakes, which the library of the protocol describes one by one, and with thousands, from clients that do not read the
 * answers.
 */
const largeMcpErrors: Attack = async (target) => {
  const bodyWith = (mistakes: number): string => {
    const clientInfo = { name: 'x', version: '1', icons: Array.from({ length: mistakes }, () => 1) };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  };
  const accept = 'Content-Type: application/json\r\nAccept: application/json, text/event-stream';
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open(target)));
  for (const mistakes of [480, 3900]) {
    const body = bodyWith(mistakes);
    for (const socket of sockets)
      socket.pause().write(`POST /mcp HTTP/1.1\r\nHost: x\r\n${accept}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await wait(4000);
  }
  return outcomeForVisitor(target, 2 * sockets.length);
};

const slowBodies: Attack = async (target) => {
  const sockets = await Promise.all(Array.from({ length: 2000 }, () => open(target)));
  for (const socket of sockets) socket.write('POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 15000\r\n\r\n{"prompt":"');
  for (let second = 0; second < 10; second++) {
    for (const socket of sockets) if (!socket.destroyed) socket.write('x'.repeat(1000));
    await wait(1000);
  }
  return { tried: sockets.length, failed: 0 };
};

/** Bodies in chunks of one byte: a server that keeps each chunk needs a hundred times their size. */
const tinyChunks: Attack = async (target) => {
  const sockets = await Promise.all(Array.from({ length: 500 }, () => open(target)));
  sockets.forEach((socket, i) => {
    // Half of the bodies wait behind a response that nobody reads.
    if (i % 2 === 0) socket.pause().write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\n\r\n`);
    socket.write('POST /v1/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  });
  for (let second = 0; second < 10; second++) {
    for (const socket of sockets) if (!socket.destroyed) socket.write('1\r\nx\r\n'.repeat(5500));
    await wait(1000);
  }
  return { tried: sockets.length, failed: 0 };
};

/** Opens nearly as many connections as the server keeps, and sends the same bytes on all of them at once. */
const atOnce =
  (bytes: string, requests: number): Attack =>
  async (target) => {
    const sockets = await openMost(target);
    for (const socket of sockets) socket.resume().write(bytes);
    await wait(3000);
    return { tried: requests * sockets.length, failed: 0 };
  };

const requestWith = (valueLength: number): string =>
  `GET /healthz HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 61 }, (_, i) => `a${i}:${'b'.repeat(valueLength)}\r\n`).join('')}\r\n`;
/** Asks about all pages, so that the server has memoized what it knows about them. */
const askAboutPages: Attack = ({ port, pages }) =>
  inBatches(pages.length, 20, async (i) => {
    const { status } = await ask(
      port,
      '/v1/completions',
      JSON.stringify({ prompt: `How do I use ${pages[i]}?` }),
      `127.0.6.${1 + (i % 250)}`,
    );
    return status === 200 ? null : `status ${status}`;
  });
/** As many header fields as the server accepts, sent to a server that has answered questions. They take far more memory than their size. */
const manyFieldsAtOnce: Attack = async (target) => {
  const asked = await askAboutPages(target);
  const { tried } = await atOnce(requestWith(1).repeat(9), 9)(target);
  return { ...asked, tried: asked.tried + tried };
};
/** Headers that are nearly as long as the server accepts, and that arrive before any of them is parsed. */
const pipelinedLargeHeaders = atOnce(requestWith(230).repeat(9), 9);
/** Bodies of a thousand chunks that arrive at once with their headers. */
const chunksAtOnce = atOnce(`POST /docs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(1000)}0\r\n\r\n`, 1);

const idle: Attack = async (target) => {
  const sockets = await Promise.all(Array.from({ length: 6000 }, () => open(target)));
  await wait(3000);
  return { tried: sockets.length, failed: 0 };
};

const longQueries: Attack = ({ port, indexName }) =>
  inBatches(100, 4, async (i) => {
    const piece = ['eyJ-', 'a@', 'password=', '[a](', '1 ', 'x://'][i % 6] as string;
    const query = `zzqqxx ${piece.repeat(Math.floor(60_000 / piece.length))}`;
    const start = performance.now();
    const { status } =
      i % 2 === 0
        ? await ask(port, '/1/indexes/*/queries', JSON.stringify({ requests: [{ indexName, query }] }))
        : await visit(port, `/search/results.json?q=${encodeURIComponent(query.slice(0, 5000))}`);
    const ms = performance.now() - start;
    return status < 500 && ms < 2000 ? null : `${piece}: ${status} after ${Math.round(ms)} ms`;
  });

/**
 * Searches for words of 5,000 letters, because this ligature becomes 18 letters: a cache of words could fill the memory. Each address stays
 * within its limit of searches.
 */
const longWords: Attack = ({ port, indexName }) =>
  inBatches(1600, 10, async (i) => {
    const requests = Array.from({ length: 12 }, (_, n) => ({ indexName, hitsPerPage: 1, query: 'ﷺ'.repeat(290) + (12 * i + n) }));
    const { status } = await ask(port, '/1/indexes/*/queries', JSON.stringify({ requests }), `127.0.2.${1 + (i % 8)}`);
    return status === 200 ? null : `status ${status}`;
  });

/** Searches for misspelled words, which take longest, that arrive at the same time, while another visitor requests a page. */
const searchesAtOnce: Attack = async (target) => {
  const sockets = await Promise.all(Array.from({ length: 600 }, () => open(target)));
  sockets.forEach((socket, i) => {
    const words = ['metdaata', 'ingestoin', 'lineagge', 'snwoflake', 'kuberntes', 'glosssary', 'authentcation', 'dashbord'];
    const query = Array.from(
      { length: 20 },
      (_, n) => `${words[(i + n) % words.length]}${String.fromCharCode(97 + ((i * 7 + n) % 26))}`,
    ).join('+');
    socket.resume().write(`GET /search/results.json?q=${query} HTTP/1.1\r\nHost: x\r\n\r\n`);
  });
  return outcomeForVisitor(target, sockets.length);
};

/** Keeps connections busy with short requests and opens others, while another visitor requests a page. */
const busyConnections: Attack = async (target) => {
  const keepBusy = async (): Promise<string | null> => {
    const socket = await open(target);
    const send = (): boolean => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    let answers = 0;
    send();
    for await (const _ of socket) {
      answers += 1;
      if (answers === 80) return null;
      send();
    }
    return 'a busy connection was closed';
  };
  const connect = async (): Promise<string | null> => {
    const { status } = await ask(target.port, '/healthz', null);
    return status === 200 ? null : `status ${status}`;
  };
  const [busy, opened] = await Promise.all([inBatches(200, 200, keepBusy), inBatches(4000, 700, connect)]);
  return { ...opened, ...busy, tried: 80 * busy.tried + opened.tried, failed: busy.failed + opened.failed };
};

/** Keeps connections busy with large headers, and resets others as soon as they are open, while another visitor opens new connections. */
const reconnecting: Attack = async (target) => {
  const finished = new AbortController();
  const keepBusy = async (): Promise<void> => {
    const socket = await open(target);
    const send = (): boolean => socket.write(requestWith(230));
    send();
    for await (const _ of socket) if (finished.signal.aborted || !send()) return;
  };
  const reconnect = async (): Promise<void> => {
    while (!finished.signal.aborted) (await open(target)).resetAndDestroy();
  };
  const attackers = Array.from({ length: 50 }, () => [keepBusy(), reconnect()]).flat();
  const visited = await inBatches(20, 1, async () => {
    await wait(200);
    const { status, ms } = await visit(target.port, '/docs/quickstart', '127.0.2.1');
    return status === 200 && ms < 2000 ? null : `a page: ${status} after ${Math.round(ms)} ms`;
  });
  finished.abort();
  await Promise.allSettled(attackers);
  return visited;
};

/** Asks for snippets with long texts, which an answer would repeat hundreds of times. */
const longSnippets: Attack = ({ port, indexName }) =>
  inBatches(20, 4, async () => {
    const attributesToSnippet = ['content:2', ...[0, 1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}:1`)];
    const requests = [
      { indexName, query: 'ingestion', hitsPerPage: 100, attributesToSnippet, snippetEllipsisText: `…${"'".repeat(29_000)}` },
    ];
    const { status } = await ask(port, '/1/indexes/*/queries', JSON.stringify({ requests }));
    return status === 400 ? null : `status ${status}`;
  });

const invalidQuestions: Attack = async (target) => {
  await inBatches(6100, 100, async () => ((await ask(target.port, '/v1/completions', 'x')).status >= 500 ? 'status 500' : null));
  const visitors = await inBatches(50, 5, async (i) => {
    const status = await visit(target.port, '/healthz', `127.0.1.${i + 1}`);
    return status.status === 200 ? null : `${status.status}`;
  });
  const asked = await inBatches(50, 5, async (i) => {
    const { status } = await ask(target.port, '/v1/completions', '{"prompt":"What is this?"}', `127.0.1.${i + 1}`);
    return status === 200 ? null : `another address got ${status}`;
  });
  return {
    tried: 6100 + visitors.tried + asked.tried,
    failed: visitors.failed + asked.failed,
    ...(asked.reason && { reason: asked.reason }),
  };
};

const searchCall = (query: string): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search_docs', arguments: { query } },
});

/** Valid requests from many addresses, each with other words. They fill every cache of one server, whose memory must stay below the limit nevertheless. */
const everydayRequests: Attack = ({ port, indexName, pages }) => {
  const words = pages.flatMap((title) => title.split(/\s+/));
  return inBatches(6000, 40, async () => {
    const text = Array.from({ length: 1 + random(5) }, () => pick(words)).join(' ');
    const [path, body] = pick<[string, object | null]>([
      [`/1/indexes/${indexName}/query`, { query: text }],
      ['/v1/completions', { prompt: `How do I use ${text}?` }],
      ['/mcp', searchCall(text)],
      [`/search?q=${encodeURIComponent(text)}`, null],
    ]);
    const address = `127.0.${10 + random(200)}.${1 + random(250)}`;
    const { status, text: response } = await ask(port, path, body === null ? null : JSON.stringify(body), address);
    return status === 200 || status === 429 ? null : `${path}: ${status} ${response.slice(0, 60)}`;
  });
};

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'fuzzed requests': fuzz,
  'odd JSON': oddJson,
  'path traversal': traversal,
  'Host and framing': hosts,
  'pipelining, unread': pipelining,
  'pipelining, shortest': shortestRequests,
  'slow readers': slowReaders,
  'many header fields': manyFields,
  'unfinished headers': unfinishedHeaders,
  'large MCP errors': largeMcpErrors,
  'slow bodies': slowBodies,
  'bodies of tiny chunks': tinyChunks,
  'chunks at once': chunksAtOnce,
  'pipelined, many fields': manyFieldsAtOnce,
  'pipelined, large': pipelinedLargeHeaders,
  'idle connections': idle,
  'long queries': longQueries,
  'long words': longWords,
  'searches at once': searchesAtOnce,
  'busy connections': busyConnections,
  'reconnecting clients': reconnecting,
  'long snippets': longSnippets,
  'invalid questions': invalidQuestions,
  'everyday requests': everydayRequests,
};
