import type { Problem } from '@quire/engine/model/problem.ts';

import type { YamlFile } from '../catalogue/read-yaml.ts';
import type { Aspect, Entity, Field, ModelType } from './model.ts';
import type { AspectsFile, EntityFile, FieldEntry, SharedFields } from './schema.ts';

/** File with descriptions of fields that many records have. */
export const SHARED_FIELDS = 'shared-fields.yaml';

type Path = readonly (string | number)[];

/** A model while files are added to it, and what was wrong in them. */
export interface ModelDraft {
  shared: SharedFields;
  entities: Entity[];
  aspects: Map<string, Aspect>;
  types: Map<string, ModelType>;
  /** Where a thing was first described: `aspect status` → `catalog/aspects/status.yaml:3`. */
  places: Map<string, string>;
  problems: Problem[];
}

export function createModelDraft(shared: SharedFields, problems: Problem[]): ModelDraft {
  return { shared, entities: [], aspects: new Map(), types: new Map(), places: new Map(), problems };
}

/** Adds the aspects and types of a file. */
export function addAspects(draft: ModelDraft, file: YamlFile<AspectsFile>): void {
  file.data.aspects.forEach((entry, index) => {
    const at = ['aspects', index];
    const place = claim(draft, file, 'aspect', entry.name, at);
    if (place === null) return;
    const fields = readFields(draft, file, [...at, 'fields'], entry.name, entry.fields);
    draft.aspects.set(entry.name, { kind: 'record', ...entry, fields, ...place });
  });
  file.data.types.forEach((entry, index) => {
    const at = ['types', index];
    const place = claim(draft, file, 'type', entry.name, at);
    if (place === null) return;
    const named = { ...entry, description: entry.description ?? '', ...place };
    const type =
      named.kind === 'record' ? { ...named, fields: readFields(draft, file, [...at, 'fields'], entry.name, named.fields) } : named;
    draft.types.set(entry.name, type);
  });
}

/** Adds the entity of a file and its key. */
export function addEntity(draft: ModelDraft, file: YamlFile<EntityFile>): void {
  const { key, graphql, example, ...entry } = file.data;
  if (claim(draft, file, 'entity', entry.name, []) === null) return;
  const place = claim(draft, file, 'aspect', key.aspect, ['key']);
  if (place !== null) {
    const fields = readFields(draft, file, ['key', 'fields'], key.aspect, key.fields);
    draft.aspects.set(key.aspect, { ...keyAspect(entry.label, key), fields, ...place });
  }
  const { query = null, select = '', entityType = true, queries = [], mutations = [] } = graphql ?? {};
  draft.entities.push({
    ...entry,
    keyAspect: key.aspect,
    graphql: { query, select, hasEntityType: entityType, queries, mutations },
    example: example ?? null,
    file: file.file,
    lines: { aspects: file.lineOf(['aspects']), graphql: file.lineOf(['graphql', 'select']), example: file.lineOf(['example']) },
  });
}

/** The place of something new; null, with a problem, for what was described before. */
function claim(draft: ModelDraft, file: YamlFile<unknown>, kind: string, name: string, path: Path): { file: string; line: number } | null {
  const place = { file: file.file, line: file.lineOf(path) };
  const there = draft.places.get(`${kind} ${name}`);
  if (there === undefined) {
    draft.places.set(`${kind} ${name}`, `${place.file}:${place.line}`);
    return place;
  }
  draft.problems.push({ ...place, message: `the ${kind} ${name} is described twice, here and in ${there}: remove one`, severity: 'error' });
  return null;
}

function readFields(draft: ModelDraft, file: YamlFile<unknown>, path: Path, owner: string, entries: readonly FieldEntry[]): Field[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const line = file.lineOf([...path, index]);
    const wrong = (message: string): Field[] => {
      draft.problems.push({ file: file.file, line, message: `${owner}.${entry.name} ${message}`, severity: 'error' });
      return [];
    };
    if (seen.has(entry.name)) return wrong('stands twice: remove one of the two');
    seen.add(entry.name);
    const description = entry.description ?? draft.shared[entry.name];
    if (description === undefined) return wrong(`has no description: say what it holds, here or in ${SHARED_FIELDS}`);
    return [{ ...entry, description, line }];
  });
}

function keyAspect(label: string, { aspect, record, namespace }: EntityFile['key']): Omit<Aspect, 'fields' | 'file' | 'line'> {
  const article = /^[aeiou]/i.test(label) ? 'an' : 'a';
  const description = `What names ${article} ${label.charAt(0).toLowerCase() + label.slice(1)}: the parts of its URN.`;
  return { kind: 'record', name: aspect, record, namespace, includes: [], timeseries: false, deprecated: false, description };
}
