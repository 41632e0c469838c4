import { createHighlighterCore, createCssVariablesTheme } from 'shiki/core';
import { bundledLanguages } from 'shiki/langs';
import { expect, test } from 'vitest';

import { translateCommonPatterns } from './common-patterns.ts';
import { createExpressionEngine } from './expression-engine.ts';
import { translatePattern } from './translate-pattern.ts';

test('the patterns that a common grammar asks for are among those translated ahead, and translated alike', async () => {
  const ahead = await translateCommonPatterns();
  const asked: string[] = [];
  const engine = createExpressionEngine();
  const theme = createCssVariablesTheme({ name: 'site', variablePrefix: '--tk-', variableDefaults: {} });
  const listening = {
    ...engine,
    createScanner(patterns: (string | RegExp)[]) {
      asked.push(...patterns.map(String));
      return engine.createScanner(patterns);
    },
  };
  const shiki = await createHighlighterCore({
    themes: [theme],
    langs: [bundledLanguages.yaml, bundledLanguages.python, bundledLanguages.shellscript, bundledLanguages.typescript],
    engine: listening,
  });
  const read = (lang: string, code: string) => shiki.codeToTokensBase(code, { lang, theme: 'site' });
  read('yaml', 'a: |\n  b\nc: "d"\n- [e, {f: 1}]\n# g\n');
  read('python', 'def f(x: int = 1) -> None:\n    """d"""\n    return f"{x!r}" # c\n@a.b\nclass C(D): pass\n');
  read('shellscript', 'if [ "$a" ]; then b | c > d; fi\necho `e` $((1+1)) ${f:-g}\n');
  read('typescript', 'const a = <T,>(b: T): b is string => `c${b}` satisfies D;\n');
  const distinct = [...new Set(asked)];
  expect(distinct.length).toBeGreaterThan(300);
  const known = distinct.filter((pattern) => ahead.has(pattern));
  // What ends a quotation or a block by repeating its beginning is known only when that is read.
  expect(distinct.length - known.length).toBeLessThanOrEqual(3);
  for (const pattern of known) expect(ahead.get(pattern)).toEqual(translatePattern(pattern));
});
