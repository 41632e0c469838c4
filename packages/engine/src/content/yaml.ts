/** Parses the YAML of authors in linear time. */
import {
  type Document,
  type DocumentOptions,
  isScalar,
  type LineCounter,
  parseDocument,
  type ParseOptions,
  visit,
  YAMLParseError,
} from 'yaml';

/** Parses YAML. The library compares each key of a map with all others, so this finds repeated keys itself. @param lineCounter receives the lines */
export function parseYaml(text: string, lineCounter?: LineCounter): Document.Parsed {
  const options: ParseOptions & DocumentOptions = { prettyErrors: false, uniqueKeys: false, ...(lineCounter && { lineCounter }) };
  const document = parseDocument(text, options);
  visit(document, {
    Map(_, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const [start = 0, end = start] = key.range ?? [];
        if (known.has(key.value))
          document.errors.push(
            new YAMLParseError([start, end], 'DUPLICATE_KEY', `the key "${String(key.value)}" is repeated: keep one of them`),
          );
        known.add(key.value);
      }
    },
  });
  return document;
}
