import type { Problem } from '@quire/engine/model/problem.ts';

import { entities } from './entities/entity-page.ts';
import { readCommands } from './examples/check-command.ts';
import type { CommandFacts } from './examples/check-command.ts';
import { graphql } from './graphql/graphql-pages.ts';
import { readIntegrations } from './integrations.ts';
import type { Integration } from './integrations.ts';
import type { CatalogLocation, GenerateContext, GeneratedFile, GeneratedPage, ReferenceGenerator } from './generator.ts';
import { pythonSdk } from './python-sdk.ts';
import { releases } from './releases.ts';
import type { Source } from './sources/source-file.ts';
import { sources } from './sources/source-page.ts';

/** The facts that examples are checked against. They are plain data, so that a build can cache them. */
export interface Facts {
  sources: Source[];
  commands: CommandFacts;
  /** The GraphQL schema as text; null if the catalog has no valid schema. */
  schema: string | null;
}

/** The output of reading the catalog. It is plain data, so that a build can cache it. */
export interface ReferenceOutput {
  pages: GeneratedPage[];
  files: GeneratedFile[];
  facts: Facts;
  /** Every entry of `/integrations`. */
  integrations: Integration[];
  problems: Problem[];
}

/** Reads the whole catalog and generates the pages of all parts of the reference. */
export async function generateReference(location: CatalogLocation, context: GenerateContext): Promise<ReferenceOutput> {
  const commands = await readCommands(location);
  const sourcePart = await run(sources, location, context);
  const graphqlPart = await run(graphql, location, context);
  const entityPart = await run(entities, location, context);
  const python = await pythonSdk.read(location);
  const pythonPart = { problems: python.problems, pages: pythonSdk.generate(python.catalog, context, entityPart.catalog), files: [] };
  const parts = [sourcePart, entityPart, graphqlPart, pythonPart, await run(releases, location, context)];
  const sourceFacts = sourcePart.catalog.entries.map((entry) => entry.source.data);
  const integrations = await readIntegrations(location, sourceFacts, context);
  const { schema, sdl } = graphqlPart.catalog;
  return {
    pages: parts.flatMap((part) => part.pages),
    files: parts.flatMap((part) => part.files),
    facts: {
      sources: sourceFacts,
      commands: commands.catalog,
      schema: schema === null ? null : sdl,
    },
    integrations: integrations.catalog,
    problems: [...parts.flatMap((part) => part.problems), ...integrations.problems, ...commands.problems],
  };
}

async function run<T>(
  generator: ReferenceGenerator<T>,
  location: CatalogLocation,
  context: GenerateContext,
): Promise<{ catalog: T; problems: Problem[]; pages: GeneratedPage[]; files: GeneratedFile[] }> {
  const { catalog, problems } = await generator.read(location);
  return { catalog, problems, pages: generator.generate(catalog, context), files: generator.files?.(catalog, context) ?? [] };
}
