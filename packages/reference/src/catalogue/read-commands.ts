import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { CatalogueLocation, ReadCatalogue } from '../contract.ts';
import { cliSchema, environmentVariablesSchema } from '../schema/cli.ts';
import type { CliFacts, EnvironmentVariables } from '../schema/cli.ts';
import { readYamlFile } from './read-yaml.ts';

/** What commands in examples are held against; null where the catalogue has no such file or it could not be used. */
export interface CommandFacts {
  cli: CliFacts | null;
  variables: EnvironmentVariables | null;
}

/** Reads `cli.yaml` and `environment-variables.yaml`. */
export async function readCommands({ dir, projectRoot }: CatalogueLocation): Promise<ReadCatalogue<CommandFacts>> {
  const [cli, variables] = await Promise.all([
    readIfThere(join(dir, 'cli.yaml'), (file) => readYamlFile(file, projectRoot, cliSchema)),
    readIfThere(join(dir, 'environment-variables.yaml'), (file) => readYamlFile(file, projectRoot, environmentVariablesSchema)),
  ]);
  return {
    catalogue: {
      cli: cli !== null && 'read' in cli ? cli.read.data : null,
      variables: variables !== null && 'read' in variables ? variables.read.data : null,
    },
    problems: [cli, variables].flatMap((file) => (file !== null && 'problems' in file ? file.problems : [])),
  };
}

async function readIfThere<T>(file: string, read: (file: string) => Promise<T>): Promise<T | null> {
  return existsSync(file) ? read(file) : null;
}
