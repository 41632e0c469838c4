/** The format of a streamed answer: a JSON array of document ids, the marker, text. */
import { RESPONSE_MARKER } from '#contract.ts';

/** Header in which newer clients look for the references; the body also contains them for older ones. */
export const REFERENCES_HEADER = 'x-markprompt-data';

// Many servers and proxies reject headers above 8 kB in total, so leave space for the other headers.
const MAX_HEADER_CHARACTERS = 6000;
// This cannot become the marker again, regardless of the text around it, because the marker contains no spaces.
const BROKEN_MARKER = RESPONSE_MARKER.replaceAll('_', ' ').trim();

/** Encodes the part of the stream before the text of an answer, including the marker. */
export function encodeReferences(ids: readonly string[]): string {
  // Escape the marker within an id, so that only a JSON parser restores it.
  return JSON.stringify(ids).replaceAll(RESPONSE_MARKER, `\\u005f${RESPONSE_MARKER.slice(1)}`) + RESPONSE_MARKER;
}

/** Encodes the references for the header: the bytes of `{"references":[…]}` as decimal numbers, separated by commas. If it would be too long, the last references are omitted. */
export function encodeReferencesHeader(ids: readonly string[]): string {
  for (let kept = ids.length; ; kept--) {
    const value = decimalBytes(JSON.stringify({ references: ids.slice(0, kept) }));
    if (value.length <= MAX_HEADER_CHARACTERS || kept === 0) return value;
  }
}

/** Returns the bytes of JSON. Other characters than ASCII are escaped, so that each character is one byte. */
function decimalBytes(json: string): string {
  const ascii = json.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Array.from(ascii, (character) => character.charCodeAt(0)).join(',');
}

/** Removes the marker from text that arrives in pieces, even if it is split across pieces. */
export interface MarkerFilter {
  /** @returns the text that can be sent now; the end of the piece is buffered if the marker may begin there */
  write(piece: string): string;
  /** @returns the buffered text */
  end(): string;
}

/** Creates a filter for answers, because clients of 2023 lose the text after a second marker. */
export function createMarkerFilter(): MarkerFilter {
  let buffered = '';
  return {
    write(piece) {
      const text = (buffered + piece).replaceAll(RESPONSE_MARKER, BROKEN_MARKER);
      const safe = text.length - startOfMarker(text);
      buffered = text.slice(safe);
      return text.slice(0, safe);
    },
    end() {
      const rest = buffered;
      buffered = '';
      return rest;
    },
  };
}

/** Returns the number of characters at the end of a text that may begin a marker. */
function startOfMarker(text: string): number {
  for (let length = Math.min(RESPONSE_MARKER.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(RESPONSE_MARKER.slice(0, length))) return length;
  }
  return 0;
}

// Decodes a streamed answer from chunks of any size.

/** Platform global of Node, browsers and workers; declared here because this zone is typed without any of them. */
declare const TextDecoder: new () => { decode(bytes?: Uint8Array, options?: { stream: boolean }): string };

export interface AnswerPart {
  /** Ids of documents in the order of the server, in exactly one part; null in all others. */
  references: string[] | null;
  /** Text to append to the answer. */
  text: string;
}

export interface AnswerReader {
  /** Decodes the next bytes. Chunks may end anywhere, also within the marker or a character. */
  read(chunk: Uint8Array): AnswerPart;
  /** Returns the buffered text. Call it when no bytes follow. */
  end(): AnswerPart;
}

export interface AnswerReaderOptions {
  /** References from the header, which take precedence over those of the body. */
  headerReferences?: string[] | null;
  /** Called with a message about an error in the stream; reading continues. */
  onProblem?: (problem: string) => void;
}

/** Matches the beginning of an incomplete list of references. */
const LIST_BEGINNING = /^\s*\[\s*("|$)/;

export function createAnswerReader({ headerReferences = null, onProblem }: AnswerReaderOptions = {}): AnswerReader {
  const decoder = new TextDecoder();
  let beforeMarker: string | null = '';

  function readReferences(json: string): string[] {
    const references = parseReferences(json);
    if (references === null) onProblem?.('The list of references before the answer cannot be parsed, so it is omitted.');
    return headerReferences ?? references ?? [];
  }

  function take(text: string): AnswerPart {
    if (beforeMarker === null) return { references: null, text };
    const searchFrom = Math.max(0, beforeMarker.length - RESPONSE_MARKER.length);
    beforeMarker += text;
    const at = beforeMarker.indexOf(RESPONSE_MARKER, searchFrom);
    if (at < 0) return { references: null, text: '' };
    const part = { references: readReferences(beforeMarker.slice(0, at)), text: beforeMarker.slice(at + RESPONSE_MARKER.length) };
    beforeMarker = null;
    return part;
  }

  return {
    read: (chunk) => take(decoder.decode(chunk, { stream: true })),
    end() {
      const part = take(decoder.decode());
      if (beforeMarker === null || part.references !== null) return part;
      const body = beforeMarker;
      beforeMarker = null;
      const references = parseReferences(body);
      if (references !== null) return { references: headerReferences ?? references, text: '' };
      if (headerReferences !== null) return { references: headerReferences, text: body };
      if (body !== '') onProblem?.('The answer does not contain the marker that separates the references from the text.');
      // The whole body is the answer, unless it is an incomplete list of references.
      return { references: [], text: LIST_BEGINNING.test(body) ? '' : body };
    },
  };
}

/** Decodes the references in the value of the header; null if the header is missing or invalid. */
export function decodeReferencesHeader(value: string | null): string[] | null {
  if (value === null || !/^\d{1,3}(,\d{1,3})*$/.test(value)) return null;
  const data = parseJson(new TextDecoder().decode(Uint8Array.from(value.split(','), Number)));
  return typeof data === 'object' && data !== null && 'references' in data ? toStrings(data.references) : null;
}

function parseReferences(json: string): string[] | null {
  return toStrings(parseJson(json));
}

function toStrings(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
