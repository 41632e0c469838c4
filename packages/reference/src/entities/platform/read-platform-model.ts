import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

import { glob } from 'tinyglobby';

import type { Problem } from '@quire/engine/model/problem.ts';

import { readYamlFile } from '../../catalogue/read-yaml.ts';
import type { CatalogueLocation, ReadCatalogue } from '../../contract.ts';
import type { EntityCatalogue } from '../model.ts';
import { buildPlatformModel } from './build-platform-model.ts';
import { parsePdl } from './parse-pdl.ts';
import { PdlError } from './pdl-tokens.ts';
import type { PlacedDeclaration } from './pdl-model.ts';
import { platformModelSchema, registrySchema } from './schema.ts';

const CONFIGURATION = 'metadata-model.yaml';
const NOTHING: EntityCatalogue = { entities: [], aspects: new Map(), types: new Map() };

/** Reads the platform's registry and PDL files; null where no `metadata-model.yaml` names them. */
export async function readPlatformModel({ dir, projectRoot }: CatalogueLocation): Promise<ReadCatalogue<EntityCatalogue> | null> {
  const file = join(dir, CONFIGURATION);
  if (!existsSync(file)) return null;
  const configuration = await readYamlFile(file, projectRoot, platformModelSchema);
  if ('problems' in configuration) return { catalogue: NOTHING, problems: configuration.problems };
  const at = (path: string): string => resolve(dirname(file), path);
  const { data, file: named } = configuration.read;
  const registry = await readYamlFile(at(data.registry), projectRoot, registrySchema);
  const problems: Problem[] = 'problems' in registry ? registry.problems : [];
  const declarations = new Map<string, PlacedDeclaration>();
  for (const [index, folder] of data.models.entries()) {
    if (existsSync(at(folder))) await readFolder(at(folder), projectRoot, declarations, problems);
    else
      problems.push({
        file: named,
        line: configuration.read.lineOf(['models', index]),
        message: `there is no folder ${folder}`,
        severity: 'error',
      });
  }
  if ('problems' in registry) return { catalogue: NOTHING, problems };
  const catalogue = buildPlatformModel(registry.read, declarations, problems);
  return { catalogue, problems };
}

async function readFolder(
  folder: string,
  projectRoot: string,
  declarations: Map<string, PlacedDeclaration>,
  problems: Problem[],
): Promise<void> {
  const paths = await glob('**/*.pdl', { cwd: folder, absolute: true });
  const texts = await Promise.all(paths.sort().map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
  for (const { path, text } of texts) {
    const file = relative(projectRoot, path).split(sep).join('/');
    try {
      for (const each of parsePdl(text)) declarations.set(`${each.namespace}.${each.name}`, { ...each, file });
    } catch (error) {
      if (!(error instanceof PdlError)) throw error;
      problems.push({ file, line: error.line, message: `cannot be read: ${error.message}`, severity: 'error' });
    }
  }
}
