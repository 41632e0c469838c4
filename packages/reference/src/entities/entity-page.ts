/** The pages of the metadata model: one for each entity, and the index of aspects. */
import { blocks, codeSpan, descriptionOf, escapeMarkdown, listed, MIN_DESCRIPTION, notIndexed, sentence, table } from '../markdown.ts';
import type { GenerateContext, GeneratedPage, Question, ReferenceGenerator } from '../generator.ts';
import { apiSection, type LinkToDoc, ROOT } from './api-section.ts';
import { drawRelationships } from './diagram.ts';
import { readEntities } from './entity-files.ts';
import { createTypeLookup, expandFields, namesInType, relationshipEdges, typesOf } from './model.ts';
import type {
  AliasType,
  Aspect,
  Entity,
  EntityCatalog,
  EnumType,
  ExpandedField,
  ModelType,
  RelationshipEdge,
  SearchAnnotation,
} from './model.ts';

/** The metadata model: a page for each entity, and an index of all aspects. */
export const entities: ReferenceGenerator<EntityCatalog> = {
  read: readEntities,
  generate(catalog, context) {
    if (catalog.entities.length === 0) return [];
    const lookup = createTypeLookup(catalog);
    const view: ModelView = {
      catalog,
      lookup,
      edgesOf: edgesByEntity(relationshipEdges(catalog)),
      pagesOfType: countPages(catalog, lookup),
      labels: new Map(catalog.entities.map(({ name, label }) => [name, label])),
    };
    return [...catalog.entities.map((entity) => entityPage(entity, view, context)), aspectIndex(catalog, context)];
  },
};

const FOLDER = 'generated/metamodel/entities';

/** Data that all pages share. */
interface ModelView {
  catalog: EntityCatalog;
  lookup: ReturnType<typeof createTypeLookup>;
  /** Relationships from and to an entity, by its name. */
  edgesOf: ReadonlyMap<string, readonly RelationshipEdge[]>;
  labels: ReadonlyMap<string, string>;
  /** Number of entities that use a type, by its name. */
  pagesOfType: ReadonlyMap<string, number>;
}

/** The values of an enum that is on more pages than this are not indexed, because they would be repeated in search results. */
const MAX_INDEXED_PAGES = 2;

function edgesByEntity(edges: readonly RelationshipEdge[]): Map<string, RelationshipEdge[]> {
  const entries = edges.flatMap((edge) => [...new Set([edge.source, edge.target])].map((name) => ({ name, edge })));
  return new Map([...Map.groupBy(entries, ({ name }) => name)].map(([name, all]) => [name, all.map(({ edge }) => edge)]));
}

const aspectsOf = ({ keyAspect, aspects }: Entity, catalog: EntityCatalog): Aspect[] =>
  [keyAspect, ...aspects].flatMap((name) => catalog.aspects.get(name) ?? []);

const usedTypes = (aspects: readonly Aspect[], lookup: ModelView['lookup']): ReturnType<typeof typesOf> =>
  typesOf(
    aspects.flatMap((aspect) => expandFields(aspect, lookup)),
    lookup,
  );

function countPages(catalog: EntityCatalog, lookup: ModelView['lookup']): Map<string, number> {
  const pages = new Map<string, number>();
  for (const entity of catalog.entities)
    for (const { name } of usedTypes(aspectsOf(entity, catalog), lookup)) pages.set(name, (pages.get(name) ?? 0) + 1);
  return pages;
}

/** The page of one entity: purpose, identity, notes, aspects, relationships, API examples, and types. */
function entityPage(entity: Entity, view: ModelView, context: GenerateContext): GeneratedPage {
  const { catalog, lookup, labels } = view;
  const edges = view.edgesOf.get(entity.name) ?? [];
  const id = `${FOLDER}/${entity.name.toLowerCase()}`;
  const labelOf = (name: string): string => labels.get(name) ?? name;
  const linkOfEntity = (name: string): string => `[${escapeMarkdown(labelOf(name))}](./${name.toLowerCase()}.md)`;
  const all = aspectsOf(entity, catalog);
  const [key, ...aspects] = all;
  const records = new Set(aspects.map(({ record }) => record));
  const types = usedTypes(all, lookup).filter((type) => !('record' in type && records.has(type.record)));
  const linkOfType: LinkOfType = (name) => {
    const type = lookup(name);
    if (type === undefined || !hasEntry(type)) return null;
    return 'record' in type && records.has(name) ? `#${type.name.toLowerCase()}` : `#${typeAnchor(name)}`;
  };
  const count = (text: string): string => context.count?.(text, entity.file) ?? text;
  const fieldsOf = (record: Parameters<typeof expandFields>[0]): string =>
    count(fieldTable(expandFields(record, lookup), linkOfType, labelOf));
  const urn = entity.urn ?? urnForm(entity.name, key === undefined ? [] : key.fields.map(({ name }) => name));
  const drawing = drawRelationships(entity, edges, labels);
  const markdown = blocks(
    sentence(entity.purpose),
    entity.when === null ? null : sentence(entity.when),
    entity.category === 'internal' ? 'DataHub uses this entity internally. It does not appear in search results.' : null,
    drawing === null ? null : `![${escapeMarkdown(drawing.alternative)}](${DRAWING})`,
    key === undefined ? null : identitySection(entity, key, fieldsOf(key)),
    entity.notes,
    aspectSection(aspects, fieldsOf),
    relationshipSection(entity.name, edges, linkOfEntity),
    apiSection(entity, urn, aspects, catalog.writers, createDocLinks(context)),
    typeSection(
      types,
      (type) => expandFields(type, lookup).length,
      fieldsOf,
      (type) => (view.pagesOfType.get(type.name) ?? 0) > MAX_INDEXED_PAGES,
    ),
    furtherReading(entity, context),
  );
  count(markdown);
  return {
    id,
    source: `${id}.md`,
    path: `${context.basePath}/${id}`,
    title: entity.label,
    sidebarLabel: entity.label,
    sidebarPosition: entity.position,
    description: descriptionOf(
      entity.purpose.length >= MIN_DESCRIPTION
        ? entity.purpose
        : `${entity.purpose} Aspects and relationships of the entity ${entity.label}.`,
    ),
    keywords: [entity.name, 'entity', 'aspects', 'metadata model', 'urn', ...all.map(({ record }) => record)],
    questions: [...entity.questions, ...factQuestions(entity, edges)],
    aliases: [...new Set([...entity.aliases, `${entity.label} entity`])],
    markdown: `${markdown}\n`,
    file: entity.file,
    ...(drawing === null ? {} : { drawings: { [DRAWING]: drawing.svg } }),
  };
}

/** Returns the questions that the generated sections of an entity page answer. */
function factQuestions({ name: entity, label, countable, graphql, example }: Entity, edges: readonly RelationshipEdge[]): Question[] {
  const words = label.toLowerCase().replace(/\b(ml|id|urn)\b/g, (word) => word.toUpperCase());
  const article = /^(?:[aeio]|u(?!s|ni)|ml)/i.test(words) ? 'an' : 'a';
  const name = countable ? `${article} ${words}` : words;
  const starts = edges.some(({ source }) => source === entity);
  const direction = starts ? 'outgoing' : edges.some(({ target }) => target === entity) ? 'incoming' : null;
  const hasQuery = graphql.query !== null || graphql.queries.length > 0;
  return [
    { ask: `What does the identifier of ${name} look like?`, at: 'identity' },
    { ask: `What metadata can I store about ${name}?`, at: 'aspects' },
    { ask: `How do I get ${name} with ${hasQuery ? 'curl or GraphQL' : 'curl'}?`, at: 'read' },
    ...(graphql.mutations.length === 0 && example === null ? [] : [{ ask: `change ${name} from a script`, at: 'write' }]),
    ...(direction === null ? [] : [{ ask: `Which other entities is ${name} linked to?`, at: direction }]),
  ];
}

/** Returns the form of a URN: `urn:li:dataset:(<platform>,<name>,<origin>)`. Only several parts have parentheses. */
function urnForm(entity: string, parts: readonly string[]): string {
  const list = parts.map((part) => `<${part}>`).join(',');
  return `urn:li:${entity}:${parts.length > 1 ? `(${list})` : list}`;
}

function identitySection(entity: Entity, key: Aspect, fields: string): string {
  const form = urnForm(
    entity.name,
    key.fields.map(({ name }) => name),
  );
  return blocks(
    '## Identity {#identity}',
    [
      `- **Name in URNs and APIs**: ${codeSpan(entity.name)}`,
      `- **Key aspect**: ${codeSpan(key.name)}`,
      `- **URN**: ${codeSpan(form)}`,
      ...(entity.urn === null ? [] : [`- **Example**: ${codeSpan(entity.urn)}`]),
    ].join('\n'),
    fields,
  );
}

/** Returns the description of an aspect, with a mark if the aspect is deprecated. */
const contentOf = ({ deprecated, description }: Aspect): string => (deprecated ? '**Deprecated.** ' : '') + sentence(description);

function aspectSection(aspects: readonly Aspect[], fieldsOf: (aspect: Aspect) => string): string {
  if (aspects.length === 0)
    return blocks('## Aspects {#aspects}', 'This entity has only its key aspect. Aspects of other entities refer to it by URN.');
  const rows = aspects.map((aspect) => [
    `[${codeSpan(aspect.name)}](#${aspect.name.toLowerCase()})`,
    (aspect.timeseries ? '**Timeseries.** ' : '') + contentOf(aspect),
  ]);
  const hasTimeseries = aspects.some(({ timeseries }) => timeseries);
  const parts = aspects.map((aspect) =>
    blocks(
      '<section class="reference">',
      `### ${codeSpan(aspect.name)} {#${aspect.name.toLowerCase()}}`,
      `${contentOf(aspect)} Record: ${codeSpan(`${aspect.namespace}.${aspect.record}`)}.`,
      fieldsOf(aspect),
      '</section>',
    ),
  );
  return blocks(
    '## Aspects {#aspects}',
    hasTimeseries ? 'Aspects are versioned, except for those that are marked as timeseries.' : 'All aspects are versioned.',
    table(['Aspect', 'Content'], rows),
    ...parts,
  );
}

const kindOf = ({ timeseries, deprecated }: Aspect): string =>
  (timeseries ? 'timeseries' : 'versioned') + (deprecated ? ', deprecated' : '');

function furtherReading({ guides }: Entity, context: GenerateContext): string | null {
  const links = [...guides, { page: 'metadata-modeling/metadata-model.md', label: 'The metadata model' }]
    .filter(({ page }) => context.hasDoc(page))
    .map(({ page, label }) => `- [${escapeMarkdown(label)}](${ROOT}/${page})`);
  return links.length === 0 ? null : blocks('## Next steps {#next-steps}', [...links, '- [All aspects, A to Z](../aspects.md)'].join('\n'));
}

/** Target of the image link to the diagram, which the page provides as one of its `drawings`. */
const DRAWING = './relationships.svg';

/**
 * Renders the relationships of an entity in both directions, with one row for each name.
 * @param linkOf returns a link to an entity's page
 */
function relationshipSection(entity: string, edges: readonly RelationshipEdge[], linkOf: (entity: string) => string): string {
  const outgoing = edges.filter((edge) => edge.source === entity);
  const incoming = edges.filter((edge) => edge.target === entity && edge.source !== entity);
  if (outgoing.length + incoming.length === 0)
    return blocks('## Relationships {#relationships}', 'No relationship starts or ends at this entity.');
  return blocks(
    '## Relationships {#relationships}',
    outgoing.length === 0
      ? null
      : blocks(
          '### Outgoing {#outgoing}',
          edgeTable('To', outgoing, ({ target }) => linkOf(target)),
        ),
    incoming.length === 0
      ? null
      : blocks(
          '### Incoming {#incoming}',
          edgeTable('From', incoming, ({ source }) => linkOf(source)),
        ),
  );
}

/** Renders the edges as a table. Fields of one relationship share a row only if they have the same ends and the same lineage. */
function edgeTable(side: string, edges: readonly RelationshipEdge[], otherEnd: (edge: RelationshipEdge) => string): string {
  const withLineage = edges.some(({ isLineage }) => isLineage);
  const rows = [...Map.groupBy(edges, ({ name }) => name)].flatMap(([name, same]) => {
    const byField = [...Map.groupBy(same, ({ field }) => field)].map(([field, ofField]) => ({
      field: codeSpan(field),
      ends: [...new Set(ofField.map(otherEnd))].toSorted().join(', '),
      lineage: ofField.some(({ isLineage }) => isLineage) ? 'yes' : 'no',
    }));
    const bySharedRow = Map.groupBy(byField, ({ ends, lineage }) => `${lineage} ${ends}`);
    return [...bySharedRow.values()].map((shared) => [
      codeSpan(name),
      shared[0]?.ends ?? '',
      shared.map(({ field }) => field).join(', '),
      ...(withLineage ? [shared[0]?.lineage ?? ''] : []),
    ]);
  });
  return table(['Relationship', side, 'Set in', ...(withLineage ? ['Lineage'] : [])], rows);
}

/** Returns the id of a type on a page. */
const typeAnchor = (name: string): string => `type-${name.toLowerCase()}`;

/** Whether a type has an entry of its own. Aliases are listed in one table and not linked, since nearly every field has one. */
const hasEntry = (type: ModelType | Aspect): boolean => type.kind !== 'alias';

/** Renders the records and enums that fields use, each in a collapsed entry. */
function typeSection(
  types: readonly (ModelType | Aspect)[],
  countFields: (record: Parameters<typeof expandFields>[0]) => number,
  fieldsOf: (record: Parameters<typeof expandFields>[0]) => string,
  isRepeated: (type: EnumType) => boolean,
): string {
  if (types.length === 0) return '';
  const parts = types.filter(hasEntry).map((type) => {
    const name = 'record' in type ? type.record : type.name;
    const size =
      type.kind === 'enum' ? count(type.symbols.length, 'value') : count(type.kind === 'record' ? countFields(type) : 0, 'field');
    return blocks(
      `<details class="option" id="${typeAnchor(name)}">`,
      `<summary><code>${name}</code> (${size})</summary>`,
      sentence(type.description),
      type.kind === 'enum' ? enumValues(type, isRepeated(type)) : type.kind === 'record' ? fieldsOf(type) : null,
      '</details>',
    );
  });
  const introduction = parts.length === 0 ? null : 'Records and enums that the fields of the aspects use.';
  return blocks('## Types {#types}', introduction, ...parts, aliasTable(types));
}

/**
 * Renders the values of an enum: as a table if any has a description, otherwise as a list.
 * @param isRepeated whether too many pages contain it to index it
 */
function enumValues({ symbols, deprecatedSymbols, meanings }: EnumType, isRepeated: boolean): string {
  const deprecated = new Set(deprecatedSymbols);
  const meaningOf = new Map(Object.entries(meanings));
  if (!symbols.some((symbol) => meaningOf.has(symbol)))
    return `Values: ${symbols.map((symbol) => codeSpan(symbol) + (deprecated.has(symbol) ? ' (deprecated)' : '')).join(', ')}.`;
  const rows = symbols.map((symbol) => [
    codeSpan(symbol),
    [deprecated.has(symbol) ? '**Deprecated.**' : '', sentence(meaningOf.get(symbol) ?? '')].filter((part) => part !== '').join(' '),
  ]);
  const all = table(['Value', 'Meaning'], rows);
  return isRepeated ? notIndexed(all) : all;
}

function aliasTable(types: readonly (ModelType | Aspect)[]): string | null {
  const aliases = types.filter((type): type is AliasType => type.kind === 'alias');
  if (aliases.length === 0) return null;
  return blocks(
    'Aliases of basic types:',
    table(
      ['Name', 'Type'],
      aliases.map(({ name, type }) => [codeSpan(name), name.endsWith('Urn') ? `a URN, as ${codeSpan(type)}` : codeSpan(type)]),
    ),
  );
}

const count = (number: number, noun: string): string => `${number} ${number === 1 ? noun : `${noun}s`}`;

/** Returns the fragment (`#id`) of the section that explains a type on its page, or null if no section does. */
type LinkOfType = (name: string) => string | null;

/** Renders the fields of a record as a table. @param labelOf returns the display name of an entity */
function fieldTable(fields: readonly ExpandedField[], linkOf: LinkOfType, labelOf: (entity: string) => string): string {
  if (fields.length === 0) return 'This record has no fields.';
  const rows = fields.map((field) => [
    `${codeSpan(field.name)}<br>${typeCell(field.type, linkOf)}`,
    field.optional || field.default !== undefined ? 'no' : 'yes',
    fieldDescription(field, labelOf),
  ]);
  // Name and type share a column, and there is none for searchability: five columns would leave too little room for descriptions.
  return table(['Field and type', 'Required', 'Description'], rows);
}

function typeCell(type: string, linkOf: LinkOfType): string {
  const links = namesInType(type).flatMap((name) => {
    const target = linkOf(name);
    return target === null ? [] : [{ name, target }];
  });
  const [only] = links;
  if (only !== undefined && links.length === 1) return `[${codeSpan(type)}](${only.target})`;
  if (links.length === 0) return codeSpan(type);
  return `one of ${namesInType(type)
    .map((name) => (linkOf(name) === null ? codeSpan(name) : `[${codeSpan(name)}](${linkOf(name)})`))
    .join(', ')}`;
}

/** Renders the names under which the search index contains a field, each with its index type if it is not the default. */
function searchNames({ fieldName, fieldType, hasValuesFieldName, numValuesFieldName }: SearchAnnotation, name: string): string[] {
  const typed = (index: string, type: string | undefined): string =>
    type === undefined ? codeSpan(index) : `${codeSpan(index)} (${codeSpan(type)})`;
  return [
    typed(fieldName ?? name, fieldType),
    ...(hasValuesFieldName === undefined ? [] : [typed(hasValuesFieldName, 'BOOLEAN')]),
    ...(numValuesFieldName === undefined ? [] : [typed(numValuesFieldName, 'COUNT')]),
  ];
}

function defaultOf({ default: preset }: ExpandedField): string {
  return preset === undefined ? '' : ` Default: ${codeSpan(typeof preset === 'string' ? preset : JSON.stringify(preset))}.`;
}

function fieldDescription(field: ExpandedField, labelOf: (entity: string) => string): string {
  const links = field.relationships.map(
    ({ name, entityTypes }) =>
      ` Relationship ${codeSpan(name)} to ${listed(entityTypes.map((entity) => escapeMarkdown(labelOf(entity))))}.`,
  );
  const names = [...new Set(field.search.flatMap((annotation) => searchNames(annotation, field.name)))];
  const searchable = names.length === 0 ? '' : ` Searchable as ${listed(names)}.`;
  const text = sentence(field.description) + links.join('') + defaultOf(field) + searchable;
  return field.deprecated ? `**Deprecated.** ${text}` : text;
}

/** Generates the page of all aspects in alphabetical order, with links to the entities that have them. */
function aspectIndex({ entities: all, aspects }: EntityCatalog, { basePath }: GenerateContext): GeneratedPage {
  const id = 'generated/metamodel/aspects';
  const entries = all.flatMap((entity) => [...new Set([entity.keyAspect, ...entity.aspects])].map((name) => ({ name, entity })));
  const users = Map.groupBy(entries, ({ name }) => name);
  const usersOf = (name: string): Entity[] => (users.get(name) ?? []).map(({ entity }) => entity);
  const used = [...aspects.values()]
    .map((aspect) => ({ aspect, users: usersOf(aspect.name) }))
    .filter(({ users }) => users.length > 0)
    .toSorted((a, b) => (a.aspect.name.toLowerCase() < b.aspect.name.toLowerCase() ? -1 : 1));
  const letters = Map.groupBy(used, ({ aspect }) => aspect.name.charAt(0).toUpperCase());
  const parts = [...letters].map(([letter, ofLetter]) =>
    blocks(
      `## ${letter} {#${letter.toLowerCase()}}`,
      table(
        ['Aspect', 'Record', 'Kind', 'Entities'],
        ofLetter.map(({ aspect, users }) => [
          `<a id="${aspect.name.toLowerCase()}"></a>${codeSpan(aspect.name)}`,
          codeSpan(aspect.record),
          kindOf(aspect),
          users.map((entity) => aspectLink(entity, aspect)).join(', '),
        ]),
      ),
    ),
  );
  const keys = used.filter(({ aspect, users }) => users.some((entity) => entity.keyAspect === aspect.name)).length;
  return {
    id,
    source: `${id}.md`,
    path: `${basePath}/${id}`,
    title: 'Aspects, A to Z',
    sidebarLabel: 'Aspects A–Z',
    sidebarPosition: null,
    description: 'All aspects of the metadata model in alphabetical order: record name, kind, and links to the entities that have them.',
    keywords: ['aspect list', 'all aspects', 'metadata model', 'timeseries aspects', 'PDL record'],
    questions: [
      { ask: 'Which entities can have a certain aspect?' },
      { ask: 'list of all aspect names for datahub get --aspect' },
      { ask: 'Which aspects are stored as time series?' },
      { ask: 'What is the Python class name of an aspect?' },
    ],
    aliases: ['aspect index', 'list of aspects', 'aspect names'],
    markdown: `${blocks(
      `The metadata model has ${used.length} aspects, of which ${keys} are key aspects. An aspect is a record that is stored for an entity under its name. Commands and APIs use the name of the aspect; the classes of the Python and Java libraries have the name of the record, in Python with the suffix ${codeSpan('Class')}. Each link leads to the fields of the aspect on the page of an entity.`,
      ...parts,
    )}\n`,
    file: all[0]?.file ?? '',
  };
}

function aspectLink({ name, label, keyAspect }: Entity, aspect: Aspect): string {
  const anchor = aspect.name === keyAspect ? 'identity' : aspect.name.toLowerCase();
  return `[${escapeMarkdown(label)}](entities/${name.toLowerCase()}.md#${anchor})`;
}

function createDocLinks({ hasDoc }: GenerateContext): LinkToDoc {
  return (page, text) => (hasDoc(page) ? `[${text}](${ROOT}/${page})` : text);
}
