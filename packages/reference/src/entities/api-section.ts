/** The section of an entity page with examples that read and write the entity. */
import { blocks, codeSpan, escapeMarkdown, fencedCode, listed } from '../markdown.ts';
import { type Aspect, type Entity, type EntityCatalog, exampleQuery } from './model.ts';

/** Path from an entity's page to the docs root. */
export const ROOT = '../../..';

/** Links to a written page, or returns the bare text if the site does not have it. @param text Markdown */
export type LinkToDoc = (page: string, text: string) => string;

const RESTLI = 'api/restli/restli-overview.md';

/**
 * Renders examples that read and write an entity: with GraphQL if it has a query, and by aspect.
 * @param aspects in the order of the page
 */
export function apiSection(
  entity: Entity,
  urn: string,
  aspects: readonly Aspect[],
  writers: EntityCatalog['writers'],
  linkTo: LinkToDoc,
): string {
  return blocks(
    '## Read and write {#read-and-write}',
    '### Read {#read}',
    readGraphQL(entity, urn),
    ...readAspects(urn, aspects.find(({ name }) => name === entity.example?.aspect) ?? firstReadableAspect(aspects), linkTo),
    ...readTimeseries(entity, urn, aspects),
    writeSection(entity, urn, aspects, writers, linkTo),
  );
}

function readGraphQL(entity: Entity, urn: string): string | null {
  const { query, queries } = entity.graphql;
  const others = listed(queries.map((name) => operation('queries', name)));
  const example = exampleQuery(entity, urn);
  if (query === null || example === null) return others === '' ? null : `With GraphQL, use ${others}.`;
  return blocks(
    `With GraphQL, use ${operation('queries', query)}${others === '' ? '' : `, or ${others} for lists`}:`,
    fencedCode('graphql', example),
  );
}

const firstReadableAspect = (aspects: readonly Aspect[]): Aspect | undefined =>
  aspects.find((aspect) => !aspect.timeseries && !aspect.deprecated);

function readAspects(urn: string, first: Aspect | undefined, linkTo: LinkToDoc): string[] {
  const path = encodeURIComponent(urn).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
  const choice = first === undefined ? '' : ` --aspect ${first.name}`;
  return [
    `On the command line${first === undefined ? '' : ', read one or more aspects'}:`,
    fencedCode('shell', `datahub get --urn '${urn}'${choice}`),
    `From the ${linkTo(RESTLI, 'metadata service')}, read all aspects:`,
    fencedCode('shell', `curl --silent --header 'X-RestLi-Protocol-Version: 2.0.0' \\\n  'http://localhost:8080/entitiesV2/${path}'`),
  ];
}

/** Timeseries aspects are stored separately and need a request of their own. */
function readTimeseries(entity: Entity, urn: string, aspects: readonly Aspect[]): string[] {
  const series = aspects.filter((aspect) => aspect.timeseries);
  const [first] = series;
  if (first === undefined) return [];
  const body = JSON.stringify({ urn, entity: entity.name, aspect: first.name, limit: 10 }, null, 2).replace(/\n/g, '\n  ');
  return [
    `Timeseries aspects (${listed(series.map(({ name }) => codeSpan(name)))}) need a separate request:`,
    fencedCode(
      'shell',
      `curl --silent --request POST 'http://localhost:8080/aspects?action=getTimeseriesAspectValues' \\\n  --data '${body}'`,
    ),
  ];
}

function writeSection(
  { graphql, example }: Entity,
  urn: string,
  aspects: readonly Aspect[],
  writers: EntityCatalog['writers'],
  linkTo: LinkToDoc,
): string | null {
  const generic = graphql.query === null ? [] : aspects.flatMap(({ name }) => writers.get(name) ?? []);
  if (graphql.mutations.length === 0 && generic.length === 0 && example === null) return null;
  const items = [
    ...(graphql.mutations.length === 0 ? [] : [`- Specific to this type of entity: ${operations(graphql.mutations)}`]),
    ...generic.map(({ label, mutations, guide }) => {
      const tutorial = guide === undefined ? '' : linkTo(guide, 'tutorial');
      return `- ${escapeMarkdown(label)}: ${operations(mutations)}${tutorial.startsWith('[') ? ` (${tutorial})` : ''}`;
    }),
  ];
  return blocks(
    '### Write {#write}',
    items.length === 0 ? null : 'With GraphQL:',
    items.join('\n'),
    ...(example === null ? [] : writeAspect(urn, example, linkTo)),
  );
}

function writeAspect(urn: string, { aspect, value }: NonNullable<Entity['example']>, linkTo: LinkToDoc): string[] {
  return [
    `To write one aspect, put it into a file. The \`datahub put\` command sends the same proposal as ${linkTo(RESTLI, '`ingestProposal`')} and replaces the whole aspect:`,
    fencedCode('json', JSON.stringify(value, null, 2), `title="${aspect}.json"`),
    fencedCode('shell', `datahub put --urn '${urn}' \\\n  --aspect ${aspect} --aspect-data ${aspect}.json`),
  ];
}

const operations = (mutations: readonly string[]): string => mutations.map((name) => operation('mutations', name)).join(', ');

const operation = (page: 'queries' | 'mutations', name: string): string =>
  `[${codeSpan(name)}](${ROOT}/graphql/${page}.md#${name.toLowerCase()})`;
