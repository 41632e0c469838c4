import type { Problem } from '#model/problem.ts';

import type { GraphQLChecker } from './graphql/checker.ts';
import type { CatalogueLocation, GenerateContext, GeneratedPage, ReferencePart } from './contract.ts';
import { readCommands } from './catalogue/read-commands.ts';
import type { CommandFacts } from './catalogue/read-commands.ts';
import { releases } from './releases/index.ts';
import { sources } from './sources/index.ts';
import type { Source } from './schema/source.ts';

/** What examples are held against. */
export interface Facts {
  sources: Source[];
  commands: CommandFacts;
  /** Null where the catalogue has no schema that can be used. */
  graphql: GraphQLChecker | null;
}

export interface Catalogue {
  facts: Facts;
  problems: Problem[];
  generate(context: GenerateContext): GeneratedPage[];
}

/** Reads every part of the catalogue at once. */
export async function readCatalogue(location: CatalogueLocation): Promise<Catalogue> {
  const [sourcePart, releasePart, commands] = await Promise.all([open(sources, location), open(releases, location), readCommands(location)]);
  const parts = [sourcePart, releasePart];
  return {
    facts: { sources: sourcePart.catalogue.entries.map((entry) => entry.source.data), commands: commands.catalogue, graphql: null },
    problems: [...parts.flatMap((part) => part.problems), ...commands.problems],
    generate: (context) => parts.flatMap((part) => part.generate(context)),
  };
}

async function open<T>(part: ReferencePart<T>, location: CatalogueLocation) {
  const { catalogue, problems } = await part.read(location);
  return { catalogue, problems, generate: (context: GenerateContext) => part.generate(catalogue, context) };
}
