import type { Problem } from '@quire/engine/model/problem.ts';

import { readCommands } from './catalogue/read-commands.ts';
import type { CommandFacts } from './catalogue/read-commands.ts';
import type { CatalogueLocation, GenerateContext, GeneratedPage, ReferencePart } from './contract.ts';
import { entities } from './entities/index.ts';
import { graphql } from './graphql/index.ts';
import { readIntegrations } from './integrations/read-integrations.ts';
import { pythonSdk } from './python-sdk/index.ts';
import { releases } from './releases/index.ts';
import type { Integration } from './schema/integration.ts';
import type { Source } from './schema/source.ts';
import { sources } from './sources/index.ts';

/** What examples are held against. Plain data, so that a build can keep it. */
export interface Facts {
  sources: Source[];
  commands: CommandFacts;
  /** The GraphQL schema as text; null where the catalogue has none that can be used. */
  schema: string | null;
}

/** Everything that a build takes from the catalogue. Plain data. */
export interface CatalogueOutput {
  pages: GeneratedPage[];
  facts: Facts;
  /** Every entry of `/integrations`. */
  integrations: Integration[];
  problems: Problem[];
}

/** Reads every part of the catalogue and makes the pages. */
export async function readCatalogue(location: CatalogueLocation, context: GenerateContext): Promise<CatalogueOutput> {
  const commands = await readCommands(location);
  const sourcePart = await run(sources, location, context);
  const graphqlPart = await run(graphql, location, context);
  const entityPart = await run(entities, location, context);
  const parts = [sourcePart, entityPart, graphqlPart, await run(pythonSdk, location, context), await run(releases, location, context)];
  const sourceFacts = sourcePart.catalogue.entries.map((entry) => entry.source.data);
  const integrations = await readIntegrations(location, sourceFacts, context);
  const { schema, sdl } = graphqlPart.catalogue;
  return {
    pages: parts.flatMap((part) => part.pages),
    facts: {
      sources: sourceFacts,
      commands: commands.catalogue,
      schema: schema === null ? null : sdl,
    },
    integrations: integrations.catalogue,
    problems: [...parts.flatMap((part) => part.problems), ...integrations.problems, ...commands.problems],
  };
}

async function run<T>(
  part: ReferencePart<T>,
  location: CatalogueLocation,
  context: GenerateContext,
): Promise<{ catalogue: T; problems: Problem[]; pages: GeneratedPage[] }> {
  const { catalogue, problems } = await part.read(location);
  return { catalogue, problems, pages: part.generate(catalogue, context) };
}
