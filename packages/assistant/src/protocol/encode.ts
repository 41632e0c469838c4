/** The answer as the server writes it: a JSON array of document ids, the marker, text. */
import { RESPONSE_MARKER } from '../contract.ts';

/** Header in which newer clients look for the references; the body holds them for older ones all the same. */
export const REFERENCES_HEADER = 'x-markprompt-data';

// Many servers and proxies refuse header blocks above 8 kB; the other headers have to find room too.
const MAX_HEADER_CHARACTERS = 6000;
// Cannot become the marker again, whatever stands before and behind it: the marker has no spaces.
const BROKEN_MARKER = RESPONSE_MARKER.replaceAll('_', ' ').trim();

/** All that stands before the text of an answer, the marker included. */
export function encodeReferences(ids: readonly string[]): string {
  // An id that holds the marker is written so that only JSON sees it.
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
  /** @returns what may be sent now: the end of the piece is held back where the marker may begin in it */
  write(piece: string): string;
  /** @returns what was held back */
  end(): string;
}

/** Clients of 2023 lose the text behind a second marker, hence an answer never holds one. */
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
