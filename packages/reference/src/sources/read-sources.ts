import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import type { Problem } from '@quire/engine/model/problem.ts';

import { readYamlFile } from '../catalogue/read-yaml.ts';
import type { YamlFile } from '../catalogue/read-yaml.ts';
import type { CatalogueLocation, ReadCatalogue } from '../contract.ts';
import { sharedFieldsSchema, sourceSchema } from '../schema/source.ts';
import type { SharedFields, Source } from '../schema/source.ts';
import { checkSource } from './check-source.ts';

export interface SourceEntry {
  source: YamlFile<Source>;
  /** Markdown of the handwritten part: introduction, prerequisites, troubleshooting; null where there is none. */
  notes: string | null;
}

export interface SourceCatalogue {
  entries: SourceEntry[];
  shared: SharedFields;
}

/** Reads `sources/*.yaml` with the `.md` beside each, and `shared-fields.yaml`; no folder means no sources. */
export async function readSources({ dir, projectRoot }: CatalogueLocation): Promise<ReadCatalogue<SourceCatalogue>> {
  const folder = join(dir, 'sources');
  const names = (await readdir(folder).catch(() => [])).toSorted();
  const platforms = names.filter((name) => name.endsWith('.yaml')).map((name) => name.slice(0, -'.yaml'.length));
  const problems: Problem[] = strayNotes(names, platforms, relative(projectRoot, folder));
  if (platforms.length === 0) return { catalogue: { entries: [], shared: {} }, problems };
  const sharedFile = await readYamlFile(join(dir, 'shared-fields.yaml'), projectRoot, sharedFieldsSchema);
  const shared = 'read' in sharedFile ? sharedFile.read.data : {};
  if ('problems' in sharedFile) problems.push(...sharedFile.problems);
  const entries: SourceEntry[] = [];
  for (const platform of platforms) {
    const found = await readYamlFile(join(folder, `${platform}.yaml`), projectRoot, sourceSchema);
    if ('problems' in found) {
      problems.push(...found.problems);
      continue;
    }
    const notes = await readFile(join(folder, `${platform}.md`), 'utf8').catch(() => null);
    // Without the shared descriptions every field would be told to lack one.
    if ('read' in sharedFile) problems.push(...checkSource(found.read, shared));
    entries.push({ source: found.read, notes });
  }
  return { catalogue: { entries, shared }, problems };
}

/** A `.md` of no platform is read by nobody, most likely for a misspelt name. */
function strayNotes(names: readonly string[], platforms: readonly string[], folder: string): Problem[] {
  return names
    .filter((name) => name.endsWith('.md') && !platforms.includes(name.slice(0, -'.md'.length)))
    .map((name) => ({
      file: `${folder.split(sep).join('/')}/${name}`,
      message: `there is no ${name.replace(/\.md$/, '.yaml')} beside it: rename it after its source, or remove it`,
      severity: 'error' as const,
    }));
}
