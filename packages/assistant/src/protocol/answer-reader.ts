/** Reads an answer from the wire, in whatever pieces it comes. */
import { RESPONSE_MARKER } from '../contract.ts';

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
  /** Told in a sentence what is wrong with the stream; reading goes on. */
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
