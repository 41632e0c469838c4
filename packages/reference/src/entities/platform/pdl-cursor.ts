import { PdlError, readPdlTokens } from './pdl-tokens.ts';
import type { PdlToken } from './pdl-tokens.ts';

/** A place in a PDL text that moves on as words are taken. What is not as it should be becomes a PdlError. */
export interface PdlCursor {
  peek(): PdlToken;
  take(): PdlToken;
  /** Takes the mark or word if it stands here. */
  takeIf(text: string): boolean;
  expect(mark: string): void;
  name(): string;
  /** Whether the word that stands here is followed by this mark. */
  isBefore(mark: string): boolean;
  /** Reads one after the other, with or without commas between, up to the closing mark. */
  until(close: string, each: () => void): void;
  atEnd(): boolean;
}

/** Throws a PdlError for characters that are no part of PDL. */
export function createPdlCursor(source: string): PdlCursor {
  const tokens = readPdlTokens(source);
  const last = tokens.length - 1;
  let position = 0;
  const at = (index: number): PdlToken => tokens[Math.min(index, last)] ?? { kind: 'end', text: '', line: 1 };
  const peek = (): PdlToken => at(position);
  const take = (): PdlToken => at(position++);
  const atEnd = (): boolean => peek().kind === 'end';

  function missing(what: string): never {
    throw new PdlError(`${what} is expected before ${JSON.stringify(peek().text)}`, peek().line);
  }

  function takeIf(text: string): boolean {
    const { kind, text: here } = peek();
    if (here !== text || (kind !== 'mark' && kind !== 'name')) return false;
    position++;
    return true;
  }

  return {
    peek,
    take,
    takeIf,
    atEnd,
    expect: (mark) => (takeIf(mark) ? undefined : missing(mark)),
    name: () => (peek().kind === 'name' ? take().text : missing('a name')),
    isBefore: (mark) => at(position + 1).text === mark,
    until(close, each) {
      while (!takeIf(close)) {
        if (atEnd()) missing(close);
        each();
        takeIf(',');
      }
    },
  };
}
