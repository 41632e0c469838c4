import type { TextEvent } from '#answerer.ts';
import type { AnswerEvent } from '#contract.ts';
import { createMarkerFilter, encodeReferences } from '#protocol/encode.ts';

/** How an answer ended: `left` also where the reader did not take it in time. */
export type StreamOutcome = 'answered' | 'refused' | 'left' | 'failed';

export interface AnswerStreamOptions {
  events: AsyncIterable<AnswerEvent>;
  /** Aborted as soon as nobody wants the answer any more; whoever makes it stops then. */
  leaving: AbortController;
  /** Milliseconds that the reader may take for a piece before the connection is given up. */
  patienceMs: number;
  /** Breaks the connection: an answer that stops in the middle must not look like a whole one. */
  breakOff: () => void;
  onReferences: () => void;
  onText: () => void;
  /** @param error what broke an answer that had begun; what happens before is thrown */
  onEnd: (outcome: StreamOutcome, error?: unknown) => void;
}

export interface AnswerStream {
  /** Ids of documents. */
  references: string[];
  /**
   * The whole answer where it is there at once, as quotations are. Else a stream: a piece is asked for only once the one
   * before was taken, so a slow reader holds nothing in memory.
   */
  body: string | ReadableStream<Uint8Array>;
}

/** Waits for the references of an answer, and gives them with the stream of R-407. Whatever happens, `onEnd` is called once. */
export async function openAnswerStream(options: AnswerStreamOptions): Promise<AnswerStream> {
  const { leaving } = options;
  const end = once(options.onEnd);
  leaving.signal.addEventListener('abort', () => end('left'), { once: true });
  const iterator = options.events[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    // Only a reader who has left gets neither references nor text; nobody reads that stream.
    const references = !first.done && first.value.kind === 'references' ? first.value : { ids: [], refused: false };
    options.onReferences();
    let isRefused = references.refused;
    const onText = (text: TextEvent): void => {
      // A model may find out only as it writes that it does not know.
      isRefused ||= text.refused === true;
      options.onText();
    };
    const pieces = encodePieces(iterator, references.ids, onText);
    const finish = (): void => end(isRefused ? 'refused' : 'answered');
    const { text, next } = await takeReady(pieces);
    if (next !== null) return { references: references.ids, body: toStream(text, next, pieces, { ...options, onEnd: end, finish }) };
    finish();
    return { references: references.ids, body: text };
  } catch (error) {
    end('failed');
    throw error;
  }
}

async function* encodePieces(
  iterator: AsyncIterator<AnswerEvent>,
  ids: readonly string[],
  onText: (event: TextEvent) => void,
): AsyncGenerator<string> {
  yield encodeReferences(ids);
  const filter = createMarkerFilter();
  for await (const event of { [Symbol.asyncIterator]: () => iterator }) {
    if (event.kind !== 'text') continue;
    const piece = filter.write(event.text);
    if (piece === '') continue;
    onText(event);
    yield piece;
  }
  const rest = filter.end();
  if (rest !== '') yield rest;
}

type Piece = IteratorResult<string>;

interface Ready {
  /** All that was there at once. */
  text: string;
  /** The piece that has to be waited for; null where nothing is left. */
  next: Promise<Piece> | null;
}

/** More than any quotation: what is longer is sent as it is read. */
const MOST_AT_ONCE = 64 * 1024;

/** Takes pieces for as long as they come without waiting for anything outside. */
async function takeReady(pieces: AsyncGenerator<string>): Promise<Ready> {
  const turn = new Promise<null>((resolve) => setImmediate(resolve, null));
  let text = '';
  for (;;) {
    const next = pieces.next();
    const piece = await Promise.race([next, turn]);
    if (piece === null) return { text, next };
    if (piece.done === true) return { text, next: null };
    text += piece.value;
    if (text.length > MOST_AT_ONCE) return { text, next: pieces.next() };
  }
}

interface StreamOptions extends AnswerStreamOptions {
  finish: () => void;
}

/** @param start what is there already @param awaited the piece after it */
function toStream(
  start: string,
  awaited: Promise<Piece>,
  pieces: AsyncGenerator<string>,
  { leaving, patienceMs, breakOff, finish, onEnd }: StreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const waitingFor = [Promise.resolve<Piece>({ value: start, done: false }), awaited];
  let waiting: NodeJS.Timeout | undefined;

  function leave(): void {
    clearTimeout(waiting);
    leaving.abort();
    // Whoever makes the answer may be waiting for the next piece to be asked for, and not look at the signal.
    pieces.return(undefined).catch(() => undefined);
  }

  function giveUp(): void {
    leave();
    breakOff();
  }

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    clearTimeout(waiting);
    try {
      const { value, done } = await (waitingFor.shift() ?? pieces.next());
      if (done === true) {
        finish();
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(value));
      waiting = setTimeout(giveUp, patienceMs);
    } catch (error) {
      onEnd('failed', error);
      breakOff();
      // What the error says is for the log; the adaptor would send it.
      controller.error(new Error('The answer broke off.'));
    }
  }

  return new ReadableStream({ pull, cancel: leave }, { highWaterMark: 0 });
}

function once<Arguments extends unknown[]>(run: (...values: Arguments) => void): (...values: Arguments) => void {
  let isDone = false;
  return (...values) => {
    if (isDone) return;
    isDone = true;
    run(...values);
  };
}
