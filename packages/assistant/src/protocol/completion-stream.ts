/** The format of a streamed answer: a JSON array of document ids, the marker, text. */
import { RESPONSE_MARKER } from '#contract.ts';

/** Header in which newer clients look for the references; the body also contains them for older ones. */
export const REFERENCES_HEADER = 'x-markprompt-data';

// Many servers and proxies refuse header blocks above 8 kB; the other headers have to find room too.
const MAX_HEADER_CHARACTERS = 6000;
// Cannot become the marker again, whatever stands before and behind it: the marker has no spaces.
const BROKEN_MARKER = RESPONSE_MARKER.replaceAll('_', ' ').trim();

/** Everything before the text of an answer, including the marker. */
export function encodeReferences(ids: readonly string[]): string {
  // Escape the marker within an id, so that only a JSON parser restores it.
  return JSON.stringify(ids).replaceAll(RESPONSE_MARKER, `\\u005f${RESPONSE_MARKER.slice(1)}`) + RESPONSE_MARKER;
}

/** The references as the header has them: the bytes of `{"references":[…]}` as decimal numbers between commas. The last ones are left out where it grows too long. */
export function encodeReferencesHeader(ids: readonly string[]): string {
  for (let kept = ids.length; ; kept--) {
    const value = bytesInWords(JSON.stringify({ references: ids.slice(0, kept) }));
    if (value.length <= MAX_HEADER_CHARACTERS || kept === 0) return value;
  }
}

/** In ASCII, other characters escaped as JSON allows, so that a character is a byte. */
function bytesInWords(json: string): string {
  const ascii = json.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Array.from(ascii, (character) => character.charCodeAt(0)).join(',');
}

/** Lets text through in pieces, but never the marker, not even one that is split over pieces. */
export interface MarkerFilter {
  /** @returns what may be sent now: the end of the piece is held back if the marker may begin there */
  write(piece: string): string;
  /** @returns what was held back */
  end(): string;
}

/** Clients of 2023 lose the text after a second marker, so an answer never contains one. */
export function createMarkerFilter(): MarkerFilter {
  let held = '';
  return {
    write(piece) {
      const text = (held + piece).replaceAll(RESPONSE_MARKER, BROKEN_MARKER);
      const safe = text.length - startOfMarker(text);
      held = text.slice(safe);
      return text.slice(0, safe);
    },
    end() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

/** How many characters at the end of a text are the beginning of a marker. */
function startOfMarker(text: string): number {
  for (let length = Math.min(RESPONSE_MARKER.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(RESPONSE_MARKER.slice(0, length))) return length;
  }
  return 0;
}

/** Reads an answer from the wire, in whatever pieces it comes. */

/** Platform global of Node, browsers and workers; declared here because this zone is typed without any of them. */
declare const TextDecoder: new () => { decode(bytes?: Uint8Array, options?: { stream: boolean }): string };

export interface AnswerPart {
  /** Ids of documents as the server sent them; given once, null in all other parts. */
  references: string[] | null;
  /** What has been added to the answer's text. */
  text: string;
}

export interface AnswerReader {
  /** Takes the next bytes; chunk borders may fall anywhere, in the marker and in a character too. */
  read(chunk: Uint8Array): AnswerPart;
  /** To be called when no bytes follow: gives what was held back. */
  end(): AnswerPart;
}

export interface AnswerReaderOptions {
  /** References that came in the header; those of the body, where it has any, count less. */
  headerReferences?: string[] | null;
  /** Called with a message about an error in the stream; reading continues. */
  onProblem?: (problem: string) => void;
}

/** A list that broke off: no answer begins so. */
const LIST_BEGINNING = /^\s*\[\s*("|$)/;

export function createAnswerReader({ headerReferences = null, onProblem }: AnswerReaderOptions = {}): AnswerReader {
  const decoder = new TextDecoder();
  let beforeMarker: string | null = '';

  function readReferences(json: string): string[] {
    const references = parseReferences(json);
    if (references === null) onProblem?.('The list of references before the answer cannot be read; it is left out.');
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
      if (body !== '') onProblem?.('The answer came without the marker that parts references from text.');
      // All of it is the answer, unless it is a list that broke off.
      return { references: [], text: LIST_BEGINNING.test(body) ? '' : body };
    },
  };
}

/** References in the value of the header; null where there is none or it makes no sense. */
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
