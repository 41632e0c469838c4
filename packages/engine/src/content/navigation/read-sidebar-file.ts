import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { compileFunction } from 'node:vm';

import { LineCounter, parseDocument } from 'yaml';

import type { Problem } from '#model/problem.ts';

export interface SidebarFile {
  /** Name for problems, as the author knows the file. */
  file: string;
  text: string;
  /** What the file holds, not yet checked; undefined where it could not be read. */
  value: unknown;
  problems: Problem[];
}

/**
 * Reads a sidebar: .yaml, .json, or .js (CommonJS, as Docusaurus writes it; it is run, being the site's own configuration).
 * @param path absolute @param file name for problems
 */
export async function readSidebarFile(path: string, file: string): Promise<SidebarFile> {
  const fail = (text: string, message: string, line?: number): SidebarFile => ({
    file,
    text,
    value: undefined,
    problems: [{ file, ...(line !== undefined && { line }), message, severity: 'error' }],
  });
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return fail('', 'the sidebar file cannot be read: check `docs.sidebar` in the configuration');
  if (/^\.c?js$/.test(extname(path))) {
    try {
      return { file, text, value: runCommonJs(path, text), problems: [] };
    } catch (error) {
      const hint = /\bexport\b/.test(text) ? ' (write `module.exports = { … }`, not `export`)' : '';
      return fail(text, `the sidebar file could not be run: ${String(error)}${hint}`);
    }
  }
  // JSON is YAML, and this parser knows the line of a mistake.
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) return fail(text, `the sidebar file is not valid YAML: ${error.message}`, lines.linePos(error.pos[0]).line);
  try {
    return { file, text, value: document.toJS(), problems: [] };
  } catch (reason) {
    return fail(text, `the sidebar file is not valid YAML: ${String(reason)}`);
  }
}

/** Run from its text and not by `require`: an edit shows at once, and a package of ES modules around it does not matter. */
function runCommonJs(path: string, text: string): unknown {
  const module: { exports: unknown } = { exports: {} };
  const run = compileFunction(text, ['module', 'exports', 'require', '__filename', '__dirname'], { filename: path });
  run(module, module.exports, createRequire(path), path, dirname(path));
  return module.exports;
}

/** 1-based line on which a name stands as a whole value, comments left aside; undefined where there is none. */
export function lineOf(text: string, name: string): number | undefined {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const value = new RegExp(`(^|[\\s"'\`,:[{(])${escaped}($|[\\s"'\`,:\\]})])`);
  const index = text.split('\n').findIndex((line) => !/^\s*(\/\/|#|\*)/.test(line) && value.test(line));
  return index < 0 ? undefined : index + 1;
}
