import { limitPerFile } from '@quire/engine/model/problem.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

import { entities } from './entities/entity-page.ts';
import { readCommands } from './examples/check-command.ts';
import type { CommandFacts } from './examples/check-command.ts';
import { graphql } from './graphql/graphql-pages.ts';
import { readIntegrations } from './integrations.ts';
import type { Integration } from './integrations.ts';
import { createCounter, OutputTooLarge } from './generator.ts';
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
  const pythonPart = await run(
    { ...pythonSdk, generate: (pages, counted) => pythonSdk.generate(pages, counted, entityPart.catalog) },
    location,
    context,
  );
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
    problems: limitPerFile([...parts.flatMap((part) => part.problems), ...integrations.problems, ...commands.problems], MAX_PROBLEMS),
  };
}

/** Maximum number of problems of a file that are listed. */
const MAX_PROBLEMS = 100;

/** Maximum number of characters of a page, many times that of the longest real one: to compile ten million takes 20 s and a gigabyte. */
const MAX_PAGE = 1_000_000;

/** Generates the pages of a part. Pages that are too long are left out, with an error. */
async function run<T>(
  generator: ReferenceGenerator<T>,
  location: CatalogLocation,
  context: GenerateContext,
): Promise<{ catalog: T; problems: Problem[]; pages: GeneratedPage[]; files: GeneratedFile[] }> {
  const { catalog, problems } = await generator.read(location);
  const counted = { ...context, count: context.count ?? createCounter() };
  try {
    const pages = Map.groupBy(generator.generate(catalog, counted), ({ markdown }) => markdown.length <= MAX_PAGE);
    const tooLong = (pages.get(false) ?? []).map(({ file, path }): Problem => {
      const message = `The generated page ${path} has more than ${MAX_PAGE} characters: shorten the descriptions, or use fewer types, options, and arguments`;
      return { file, message, severity: 'error' };
    });
    const files = generator.files?.(catalog, counted) ?? [];
    return { catalog, problems: [...problems, ...tooLong], pages: pages.get(true) ?? [], files };
  } catch (error) {
    if (!(error instanceof OutputTooLarge)) throw error;
    return { catalog, problems: [...problems, { file: error.file, message: error.message, severity: 'error' }], pages: [], files: [] };
  }
}
