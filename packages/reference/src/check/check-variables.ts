import { closest, distance } from 'fastest-levenshtein';

import type { EnvironmentVariables } from '../schema/cli.ts';
import type { Finding } from './finding.ts';

/** Where an example sets a variable: `export NAME=`, `NAME=`, `-e NAME=`, `NAME: value`, `name: NAME`. */
const SETTING =
  /(?:^|\s|["'])(?:export\s+|-e\s+)?(?<set>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?==)|^\s*(?:-\s*)?(?<key>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+):(?:\s|$)|^\s*-?\s*name:\s*["']?(?<named>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)["']?\s*$/g;

/** One or two letters off: a slip. Anything farther is taken for a variable of the reader's own. */
const SLIP = 2;

/**
 * Finds variables that are set under a name one slip away from one that DataHub reads. Names that are used only
 * (`${SNOWFLAKE_PASSWORD}`) are the author's to choose.
 */
export function checkVariables(code: string, variables: EnvironmentVariables): Finding[] {
  const known = [...variables.cli, ...variables.services].map((variable) => variable.name).concat(variables.others);
  if (known.length === 0) return [];
  const names = new Set(known);
  return code.split('\n').flatMap((line, index) =>
    [...line.matchAll(SETTING)].flatMap(({ groups = {} }) => {
      const name = groups['set'] ?? groups['key'] ?? groups['named'] ?? '';
      if (names.has(name) || variables.prefixes.some((prefix) => name.startsWith(prefix))) return [];
      const near = closest(name, known);
      if (distance(name, near) > SLIP) return [];
      return [{ line: index + 1, message: `DataHub reads no variable ${name}; did you mean ${near}?` }];
    }),
  );
}
