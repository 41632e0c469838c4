import type { Problem } from '#model/problem.ts';

import { readCommands } from './catalogue/read-commands.ts';
import type { CommandFacts } from './catalogue/read-commands.ts';
import type { CatalogueLocation, GenerateContext, GeneratedPage, ReferencePart } from './contract.ts';
import { createGraphQLChecker, graphql } from './graphql/index.ts';
import type { GraphQLChecker } from './graphql/index.ts';
import { pythonSdk } from './python-sdk/index.ts';
import { releases } from './releases/index.ts';
import type { Source } from './schema/source.ts';
import { sources } from './sources/index.ts';

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

/** Reads every part of the catalogue. */
export async function readCatalogue(location: CatalogueLocation): Promise<Catalogue> {
  const commands = await readCommands(location);
  const sourcePart = await open(sources, location);
  const graphqlPart = await open(graphql, location);
  const parts = [sourcePart, graphqlPart, await open(pythonSdk, location), await open(releases, location)];
  const { schema } = graphqlPart.catalogue;
  return {
    facts: {
      sources: sourcePart.catalogue.entries.map((entry) => entry.source.data),
      commands: commands.catalogue,
      graphql: schema === null ? null : createGraphQLChecker(schema),
    },
    problems: [...parts.flatMap((part) => part.problems), ...commands.problems],
    generate: (context) => parts.flatMap((part) => part.generate(context)),
  };
}

interface OpenPart<T> {
  catalogue: T;
  problems: Problem[];
  generate(context: GenerateContext): GeneratedPage[];
}

async function open<T>(part: ReferencePart<T>, location: CatalogueLocation): Promise<OpenPart<T>> {
  const { catalogue, problems } = await part.read(location);
  return { catalogue, problems, generate: (context) => part.generate(catalogue, context) };
}
