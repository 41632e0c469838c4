import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { bundledLanguages } from 'shiki/langs';
import { beforeAll, describe, expect, test, vi } from 'vitest';

import { createExpressionEngine } from './expression-engine.ts';

/** Code that goes into many rules of its grammar, with strings, comments, nesting and letters beyond ASCII. */
const SAMPLES = {
  shellscript: [
    'export DATAHUB_GMS_URL="http://localhost:8080" # “quoted”',
    "curl -X POST 'http://localhost:8080/entities?action=ingest' --data @- <<EOF",
    '{ "urn": "$URN" }',
    'EOF',
    'for f in $(ls *.yml); do datahub ingest -c "${f%.yml}" && echo done; done',
    'if [[ -z "$1" ]]; then exit 1; fi',
    'function up() { docker compose -p datahub up -d 2>&1 | tee log; }',
  ],
  yaml: [
    'source:',
    '  type: "mysql"',
    '  config: { host_port: ${HOST}:3306, on: true, n: -1.5e3 }',
    'text: |',
    '  # no comment',
    '- &a ü: *b',
  ],
  json: ['{ "a": [1, -2.5e3, true, null, "x\\n\\u00e9"],', '  "ключ": { "b": "https://example.org" } }'],
  python: [
    '@dataclass(frozen=True)',
    'class Emitter(Base, metaclass=Meta):',
    '    """Sends it."""',
    "    async def emit(self, *args: str, **kw) -> Optional[int]: return await f'{self.x!r:>10} {args[0]}'",
    '    if not x and y is None or 0x1F in {1: r"\\d+"}: pass  # ä',
  ],
  graphql: ['query Search($input: SearchInput!) {', '  search(input: $input) { total ... on Dataset { urn @include(if: true) } } # x', '}'],
  java: [
    'public class A<T extends B> implements C {',
    '  private static final int X = 0x1F; // ü',
    '  @Override void f() { return this.<T>g("a\\n"); }',
    '}',
  ],
  sql: ["SELECT a.b, COUNT(*) AS n FROM t a LEFT JOIN u ON a.id = u.id WHERE x LIKE 'a%' -- c", 'GROUP BY 1 HAVING n > 10;'],
  typescript: [
    'export const f = async <T,>(x: T[] = []): Promise<void> => { for await (const y of x) `a${y as string}b`; };',
    'type A = { [k in B]?: never } // x',
  ],
  shellsession: ['$ datahub check plugins --verbose', 'Sources:', '# docker ps | grep x'],
  ini: ['[section]', 'key = value ; c', '# x'],
  groovy: ['dependencies { implementation "io.acryl:datahub-client:${v}" } // x'],
  xml: ['<a b="c"><!-- d --><e:f/>&amp;</a>'],
  diff: ['--- a/x', '+++ b/x', '@@ -1 +1 @@', '-old', '+new'],
} as const;
type Language = keyof typeof SAMPLES;
const LANGUAGES = Object.keys(SAMPLES) as Language[];

const theme = createCssVariablesTheme({ name: 'site', variablePrefix: '--tk-', variableDefaults: {} });

async function start(engine: Parameters<typeof createHighlighterCore>[0]['engine']) {
  const shiki = await createHighlighterCore({ themes: [theme], langs: LANGUAGES.map((name) => bundledLanguages[name]), engine });
  return (code: string, lang: Language) =>
    shiki.codeToTokensBase(code, { lang, theme: 'site' }).map((tokens) => tokens.map(({ content, color }) => `${color} ${content}`));
}

type Colored = Awaited<ReturnType<typeof start>>;
let ours: Colored;
let oniguruma: Colored;
beforeAll(async () => {
  [ours, oniguruma] = await Promise.all([start(createExpressionEngine()), start(createOnigurumaEngine(import('shiki/wasm')))]);
});

describe('code has the colours that Oniguruma gives it', () => {
  test.each(LANGUAGES)('%s', (lang) => {
    const code = SAMPLES[lang].join('\n');
    const colored = ours(code, lang);
    expect(colored).toEqual(oniguruma(code, lang));
    expect(new Set(colored.flat().map((token) => token.split(' ')[0])).size).toBeGreaterThan(1);
  });

  test.each(LANGUAGES)('%s, cut off anywhere', (lang) => {
    const code = SAMPLES[lang].join('\n');
    for (let end = 1; end < code.length; end += 7) expect(ours(code.slice(0, end), lang)).toEqual(oniguruma(code.slice(0, end), lang));
  });
});

describe('a scanner', () => {
  const find = (patterns: string[], text: string, start = 0) => {
    const engine = createExpressionEngine();
    const found = engine.createScanner(patterns).findNextMatchSync(engine.createString(text), start, 0);
    return found && { index: found.index, at: found.captureIndices.map((one) => [one.start, one.end]) };
  };

  test('finds the first match; of those that begin together, that of the first pattern', () => {
    expect(find(['b', 'a+', 'a'], 'xaab')).toEqual({ index: 1, at: [[1, 3]] });
    expect(find(['a', 'a+'], 'xaab')).toEqual({ index: 0, at: [[1, 2]] });
    expect(find(['a', 'b'], 'xaab', 3)).toEqual({ index: 1, at: [[3, 4]] });
    expect(find(['c', '(?i:D)'], 'xaab')).toBeNull();
    expect(find(['(?i:B)'], 'xaab')).toEqual({ index: 0, at: [[3, 4]] });
  });

  test('tells the groups in their order, and those that took no part', () => {
    const nowhere = [2 ** 32 - 1, 2 ** 32 - 1];
    expect(find(['(a)|(b)(c)?'], 'b')).toEqual({ index: 0, at: [[0, 1], nowhere, [0, 1], nowhere] });
  });

  test('leaves out what JavaScript has no expression for', () => {
    expect(find(['(?~|a)', 'b'], 'ab')).toEqual({ index: 1, at: [[1, 2]] });
  });

  test('asks again where the place counts', () => {
    const engine = createExpressionEngine();
    const scanner = engine.createScanner(['\\Ga']);
    const text = engine.createString('ba');
    expect(scanner.findNextMatchSync(text, 0, 0)).toBeNull();
    expect(scanner.findNextMatchSync(text, 1, 0)?.captureIndices[0]).toMatchObject({ start: 1, end: 2 });
  });

  test('of two scanners that share a pattern each finds its own', () => {
    const engine = createExpressionEngine();
    const [one, other] = [engine.createScanner(['a', 'b']), engine.createScanner(['b'])];
    const [ab, ba] = [engine.createString('ab'), engine.createString('ba')];
    expect(one.findNextMatchSync(ab, 0, 0)?.index).toBe(0);
    expect(other.findNextMatchSync(ba, 0, 0)?.captureIndices[0]?.start).toBe(0);
    expect(one.findNextMatchSync(ab, 1, 0)?.captureIndices[0]?.start).toBe(1);
  });

  test('runs no pattern that needs a character which the text lacks', () => {
    const engine = createExpressionEngine();
    const scanner = engine.createScanner(['a"', 'b']);
    const exec = vi.spyOn(RegExp.prototype, 'exec');
    scanner.findNextMatchSync(engine.createString('ab'), 0, 0);
    expect(exec.mock.contexts.map(String)).toEqual(['/b/dgv']);
    exec.mockRestore();
  });
});
