import type { Problem } from '@quire/engine/model/problem.ts';

import type { YamlFile } from '../../catalogue/read-yaml.ts';
import type { Aspect, Entity, EntityCatalogue, ModelType } from '../model.ts';
import { mentionedNames, toAspect, toModelType } from './pdl-model.ts';
import type { PlacedDeclaration } from './pdl-model.ts';
import type { Registry } from './schema.ts';

type Declarations = ReadonlyMap<string, PlacedDeclaration>;

/** Keeps the aspects that the registry names, and the types these are made of. @param declarations by full name */
export function buildPlatformModel(registry: YamlFile<Registry>, declarations: Declarations, problems: Problem[]): EntityCatalogue {
  const wanted = new Set(registry.data.entities.flatMap(({ keyAspect, aspects }) => [keyAspect, ...(aspects ?? [])]));
  const aspects = new Map<string, Aspect>();
  const reached = new Map<string, PlacedDeclaration>();
  const own = new Set<string>();
  for (const [fullName, declaration] of declarations) {
    const aspect = toAspect(declaration);
    if (aspect === null || !wanted.has(aspect.name)) continue;
    aspects.set(aspect.name, aspect);
    own.add(fullName);
    for (const name of mentionedNames(declaration)) reach(name, declarations, reached);
  }
  for (const name of own) reached.delete(name);
  return { entities: toEntities(registry, aspects), aspects, types: toTypes(reached, problems) };
}

function reach(name: string, declarations: Declarations, reached: Map<string, PlacedDeclaration>): void {
  const declaration = declarations.get(name);
  if (declaration === undefined || reached.has(name)) return;
  reached.set(name, declaration);
  for (const each of mentionedNames(declaration)) reach(each, declarations, reached);
}

/** Pages name types without their package, so two of one name cannot be told apart. */
function toTypes(declarations: Declarations, problems: Problem[]): Map<string, ModelType> {
  const types = new Map<string, ModelType>();
  for (const [fullName, { file, line, name, ...rest }] of declarations) {
    const other = types.get(name);
    if (other === undefined) types.set(name, toModelType({ file, line, name, ...rest }));
    else
      problems.push({
        file,
        line,
        message: `${fullName} has the same name as ${other.namespace}.${other.name}: rename one of them`,
        severity: 'error',
      });
  }
  return types;
}

/** Core entities stand before internal ones; else the order is the registry's. */
function toEntities({ data, file, lineOf }: YamlFile<Registry>, aspects: ReadonlyMap<string, Aspect>): Entity[] {
  const rank = (name: string): number => (aspects.get(name)?.deprecated ? 2 : aspects.get(name)?.timeseries ? 1 : 0);
  return data.entities
    .map((entry, index) => ({ ...entry, line: lineOf(['entities', index]) }))
    .toSorted((a, b) => Number(a.category === 'internal') - Number(b.category === 'internal'))
    .map(({ line, ...entry }, position) => ({
      name: entry.name,
      label: labelOf(entry.name),
      category: entry.category,
      position,
      purpose: entry.doc ?? `An entity of the metadata model, named ${entry.name} in URNs.`,
      when: null,
      urn: null,
      keyAspect: entry.keyAspect,
      aspects: (entry.aspects ?? []).toSorted((a, b) => rank(a) - rank(b)),
      graphql: { query: null, select: '', hasEntityType: true, queries: [], mutations: [] },
      guides: [],
      example: null,
      file,
      lines: { aspects: line, graphql: line, example: line },
    }));
}

/** `mlFeatureTable` → `Ml feature table`. */
function labelOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
