import type { Example } from '@quire/engine/content/document.ts';

import type { ShellCommand } from './check-command.ts';
import type { CliFacts } from './commands.ts';
import type { Finding } from './finding.ts';

/** The source types of a recipe by its file name; those of all recipes of the page if no example has the name as its title. */
export type TypesOfRecipe = (file: string) => string[];

const SOURCE_TYPE = /^\s*source:\s*\n\s+type:\s*["']?([\w-]+)/gm;

/** Reads the source types of the recipes of a page. */
export function typesOfRecipes(examples: readonly Example[]): TypesOfRecipe {
  const recipes = examples
    .filter(({ language }) => language === 'yaml' || language === 'yml')
    .map(({ code, meta }) => ({
      title: /title=(?:"([^"]*)"|'([^']*)'|(\S+))/
        .exec(meta)
        ?.slice(1)
        .find((each) => each !== undefined),
      types: [...code.matchAll(SOURCE_TYPE)].flatMap(([, type]) => type ?? []),
    }))
    .filter(({ types }) => types.length > 0);
  return (file) => {
    const named = recipes.filter(({ title }) => title === file);
    return (named.length > 0 ? named : recipes).flatMap(({ types }) => types);
  };
}

/** Finds options that only some sources support, in a command for a recipe of other sources. A command without a recipe on its page is not checked. */
export function checkSourceOptions({ words, line }: ShellCommand, cli: CliFacts, typesOf: TypesOfRecipe): Finding[] {
  if (!words.includes(cli.program)) return [];
  const config = words.findIndex((word) => word === '-c' || word === '--config');
  const file = config < 0 ? '' : (words[config + 1] ?? '');
  const types = typesOf(file);
  if (types.length === 0) return [];
  return cli.commands
    .flatMap(({ options }) => options)
    .flatMap(({ flags, sources }) => {
      const flag = flags.find((each) => words.includes(each));
      if (flag === undefined || sources === undefined || types.some((type) => sources.includes(type))) return [];
      return [{ line, message: `${flag} works only with the sources ${sources.join(', ')}; the recipe has ${types.join(', ')}` }];
    });
}
