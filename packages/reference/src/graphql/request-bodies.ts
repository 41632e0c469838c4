/** A JSON text in a shell sample. */
export interface RequestBody {
  json: string;
  /** 1-based line on which it starts. */
  line: number;
}

const DATA = /(?:--data(?:-raw|-binary|-ascii)?|--json|(?<=\s)-d)(?:\s+|=)(?:\$?'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[\s\S])*)")/g;

/** Bodies that curl sends in a shell sample, with the shell's own escapes undone. Bodies read from a file (`@body.json`) are none. */
export function requestBodies(shell: string): RequestBody[] {
  return [...shell.matchAll(DATA)].flatMap((match) => {
    const { single, double } = match.groups ?? {};
    const json = single ?? double?.replace(/\\(["\\$`])/g, '$1').replace(/\\\n/g, '') ?? '';
    if (!json.trimStart().startsWith('{')) return [];
    return [{ json, line: shell.slice(0, match.index).split('\n').length }];
  });
}
