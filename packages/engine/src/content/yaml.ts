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

/**
 * Parses YAML. The library compares each key of a map with all others, so this finds repeated keys itself. It also reports aliases
 * without a value, and values that cannot be published: a value that contains itself cannot become JSON, and an unpaired surrogate cannot be part
 * of an address.
 * @param lineCounter receives the lines
 */
export const parseYaml = (text: string, lineCounter?: LineCounter): Document.Parsed => check(parseDocument(text, optionsOf(lineCounter)));

/** Parses YAML that can consist of several documents; see `parseYaml`. */
export const parseYamlDocuments = (text: string, lineCounter?: LineCounter): Document.Parsed[] =>
  (parseAllDocuments(text, optionsOf(lineCounter)) as Document.Parsed[]).map(check);

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
  for (const error of document.errors) if (error.message.includes('call stack')) error.message = 'the values are nested too deeply';
  const anchors = new Set<string>();
  const addAnchor = ({ anchor }: { anchor?: string }): void => void (anchor !== undefined && anchors.add(anchor));
  visit(document, {
    Map(_, node) {
      addAnchor(node);
      const { items } = node;
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) report(key.range, `the key "${String(key.value)}" is repeated: keep one of them`);
        known.add(key.value);
      }
    },
    Seq: (_, node) => addAnchor(node),
    Scalar(_, node) {
      addAnchor(node);
      const { value, range } = node;
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
