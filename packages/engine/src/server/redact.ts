/**
 * Removes personal data and secrets from the text of visitors before it is stored. Keeps names of settings and functions, paths,
 * and versions, because readers ask about them.
 */
import { INVISIBLE } from '#model/invisible-characters.ts';
import { DETECTORS, PASSWORD_WORD } from './secret-detectors.ts';

/** Longer texts are cut, so no stored text is longer. */
export const MAX_REDACTED_CHARACTERS = 4000;

/** A block of data in a manifest of Kubernetes, whose lines are indented further than its key. */
const MANIFEST_DATA = /^(?<indent>[ \t]{0,20})(?:data|stringData):[ \t]{0,5}\n(?:\k<indent>[ \t]{1,20}[^\n]{0,500}(?:\n|$)){1,50}/gm;
/** The same in JSON. */
const MANIFEST_OBJECT = /"(?:data|stringData)"\s{0,10}:\s{0,10}\{[^{}]{1,4000}/g;

/** Replaces all values in the data of secrets, because their names do not say that they are secret. */
function redactManifests(text: string): string {
  if (!/\bkind["']?\s{0,3}: {0,3}["']?Secret\b/.test(text)) return text;
  return text
    .replace(MANIFEST_DATA, (block) => block.replace(/(?<=\n[ \t]{1,40}[\w.-]{1,100}:[ \t]{1,5})[^\s|>[][^\n]{0,500}/g, '[secret]'))
    .replace(MANIFEST_OBJECT, (block) => block.replace(/(?<=[\w.-]"\s{0,10}:\s{0,10}")[^"\n]{1,2000}/g, '[secret]'));
}

/** Replaces personal data and secrets with a label such as `[e-mail]`. Cuts texts after 4,000 characters. */
export function redact(text: string): string {
  let result = redactManifests(plainNotation(composed(text.slice(0, MAX_REDACTED_CHARACTERS))));
  for (const { pattern, label, isSecret } of DETECTORS) {
    result = result.replace(pattern, (match: string, ...rest: unknown[]) => {
      const groups = typeof rest.at(-1) === 'object' ? (rest.pop() as Record<string, string | undefined>) : {};
      const [offset, whole] = rest.slice(-2) as [number, string];
      const { keep = '', name = '', value = '' } = groups;
      const end = whole.slice(offset + match.length, offset + match.length + 8);
      return isSecret === undefined || isSecret({ text: match, name, value, end, whole }) ? keep + label : match;
    });
  }
  return result;
}

// oxlint-disable-next-line no-control-regex
const TERMINAL_COLOR = /\x1b\[[\d;]{0,20}m/g;

/** Composes letters with separate accents, which some keyboards write, in a text with a word such as "contraseña". Other texts stay as they are. */
function composed(text: string): string {
  const normal = text.normalize('NFC');
  return normal !== text && PASSWORD_WORD.test(normal) ? normal : text;
}

const MARKDOWN_BOLD = /(?<![\w*])\*{2}(?=[^\s*])([^*\n]{1,200})\*{2}(?![\w*])/g;

/**
 * Converts characters to the ones that look the same and that detectors expect: keyboards, word processors, and web pages write full-width
 * forms, spaces and hyphens that do not break a line, and invisible characters, terminals write codes for colors, and
 * Markdown marks bold words with two asterisks, which would look like a hidden password.
 */
function plainNotation(text: string): string {
  return text
    .replace(/[\uFF01-\uFF5E]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(INVISIBLE, '')
    .replace(TERMINAL_COLOR, '')
    .replace(MARKDOWN_BOLD, '$1')
    .replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010-\u2012\u2212]|(?<=\d)\u2013(?=\d)/g, '-');
}
