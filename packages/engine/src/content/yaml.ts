/** Parses the YAML of authors in linear time. */
import {
  type Document,
  type DocumentOptions,
  isCollection,
  isScalar,
  type LineCounter,
  parseAllDocuments,
  parseDocument,
  type ParseOptions,
  type Range,
  visit,
  YAMLParseError,
} from 'yaml';

import { withoutInvisible } from './invisible-text.ts';

/** Maximum number of lists and maps around a value. */
const MAX_DEPTH = 50;
const TOO_DEEP = `the values are nested too deeply: use at most ${MAX_DEPTH} levels of lists and maps`;

/** Maximum number of characters of a text, many times that of a long sidebar. Each million takes 250 MB and 3 s. */
const MAX_LENGTH = 2_000_000;
const TOO_LONG = `the text has more than ${MAX_LENGTH} characters: shorten it`;

/**
 * Parses YAML. The library compares each key of a map with all others, so this finds repeated keys itself. It also reports aliases
 * without a value, and values that cannot be published: a value that contains itself cannot become JSON, and an unpaired surrogate cannot be part
 * of an address.
 * @param lineCounter receives the lines
 */
export function parseYaml(text: string, lineCounter?: LineCounter): Document.Parsed {
  if (text.length > MAX_LENGTH) return refused(TOO_LONG, lineCounter);
  try {
    return check(parseDocument(text, optionsOf(lineCounter)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refused(TOO_DEEP, lineCounter);
  }
}

/** Returns an empty document with an error. */
function refused(message: string, lineCounter?: LineCounter): Document.Parsed {
  const document = parseDocument('', optionsOf(lineCounter));
  document.errors.push(new YAMLParseError([0, 0], 'UNEXPECTED_TOKEN', message));
  return document;
}

/** Parses YAML that can consist of several documents; see `parseYaml`. */
export const parseYamlDocuments = (text: string, lineCounter?: LineCounter): Document.Parsed[] =>
  text.length > MAX_LENGTH
    ? [refused(TOO_LONG, lineCounter)]
    : (parseAllDocuments(text, optionsOf(lineCounter)) as Document.Parsed[]).map(check);

const optionsOf = (lineCounter?: LineCounter): ParseOptions & DocumentOptions => ({
  prettyErrors: false,
  uniqueKeys: false,
  ...(lineCounter && { lineCounter }),
});

/** Adds the errors that the library does not find. */
function check(document: Document.Parsed): Document.Parsed {
  const report = (range: Range | null | undefined, message: string): void => {
    const [start = 0, end = start] = range ?? [];
    document.errors.push(new YAMLParseError([start, end], 'UNEXPECTED_TOKEN', message));
  };
  for (const error of document.errors) if (error.message.includes('call stack')) error.message = TOO_DEEP;
  const anchors = new Set<string>();
  /** Adds the anchor of a list or map, and skips what it contains if it is too deep. */
  const enter = ({ anchor, range }: { anchor?: string; range?: Range | null }, path: readonly unknown[]): symbol | undefined => {
    if (anchor !== undefined) anchors.add(anchor);
    if (path.filter(isCollection).length < MAX_DEPTH) return undefined;
    report(range, TOO_DEEP);
    return visit.SKIP;
  };
  visit(document, {
    Map(_, node, path) {
      const next = enter(node, path);
      const { items } = node;
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) report(key.range, `the key "${String(key.value)}" is repeated: keep one of them`);
        known.add(key.value);
      }
      return next;
    },
    Seq: (_, node, path) => enter(node, path),
    Scalar(_, node) {
      // Escapes such as "\u200B" can name invisible characters, too.
      if (typeof node.value === 'string') node.value = withoutInvisible(node.value);
      const { anchor, value, range } = node;
      if (anchor !== undefined) anchors.add(anchor);
      if (typeof value === 'string' && !value.isWellFormed())
        report(range, 'the text contains an unpaired surrogate, such as "\\uD83D" without "\\uDE00": write the whole character');
    },
    Alias(_, { source, range }, path) {
      if (!anchors.has(source)) report(range, `"*${source}" has no value: there is no "&${source}" before it`);
      else if (path.some((around) => isCollection(around) && around.anchor === source))
        report(range, `the value of "*${source}" contains itself: write it out`);
    },
  });
  return document;
}
