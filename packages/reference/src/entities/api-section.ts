import { parse, print } from 'graphql';

import { blocks, codeSpan, escapeMarkdown, fencedCode } from '../markdown.ts';
import type { GenerateContext } from '../part.ts';
import type { Aspect, Entity, EntityCatalog } from './model.ts';

/** Path from an entity's page to the docs root. */
export const ROOT = '../../..';

/** Links to a written page, or returns the bare text if the site does not have it. @param text Markdown */
export type LinkToDoc = (page: string, text: string) => string;

export function createDocLinks({ hasDoc }: GenerateContext): LinkToDoc {
  return (page, text) => (hasDoc(page) ? `[${text}](${ROOT}/${page})` : text);
}

const RESTLI = 'api/restli/restli-overview.md';

/** How programs read and write an entity: with GraphQL if it has a query, and by aspect. @param aspects in the page's order */
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
    ...readAspects(urn, aspects.find(({ name }) => name === entity.example?.aspect) ?? firstToRead(aspects), linkTo),
    ...readSeries(entity, urn, aspects),
    writing(entity, urn, aspects, writers, linkTo),
  );
}

/** The example document. Throws a syntax error if `select` is not a list of fields. */
export function exampleQuery({ graphql }: Entity, urn: string): string | null {
  if (graphql.query === null) return null;
  return print(parse(`{ ${graphql.query}(urn: ${JSON.stringify(urn)}) { urn ${graphql.hasEntityType ? 'type' : ''} ${graphql.select} } }`));
}

function readGraphQL(entity: Entity, urn: string): string | null {
  const { query, queries } = entity.graphql;
  const others = queries.map((name) => operation('queries', name)).join(', ');
  const example = exampleQuery(entity, urn);
  if (query === null || example === null) return others === '' ? null : `With GraphQL, use ${others}.`;
  return blocks(
    `With GraphQL, use ${operation('queries', query)}${others === '' ? '' : `, or ${others} for lists`}:`,
    fencedCode('graphql', example),
  );
}

const firstToRead = (aspects: readonly Aspect[]): Aspect | undefined => aspects.find((aspect) => !aspect.timeseries && !aspect.deprecated);

function readAspects(urn: string, first: Aspect | undefined, linkTo: LinkToDoc): string[] {
  const path = encodeURIComponent(urn).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
  const choice = first === undefined ? '' : ` --aspect ${first.name}`;
  return [
    `On the command line${first === undefined ? '' : ', read one aspect or several'}:`,
    fencedCode('shell', `datahub get --urn '${urn}'${choice}`),
    `From the ${linkTo(RESTLI, 'metadata service')}, read all aspects:`,
    fencedCode('shell', `curl --silent --header 'X-RestLi-Protocol-Version: 2.0.0' \\\n  'http://localhost:8080/entitiesV2/${path}'`),
  ];
}

/** Timeseries aspects are stored separately and need a request of their own. */
function readSeries(entity: Entity, urn: string, aspects: readonly Aspect[]): string[] {
  const series = aspects.filter((aspect) => aspect.timeseries);
  const [first] = series;
  if (first === undefined) return [];
  const body = JSON.stringify({ urn, entity: entity.name, aspect: first.name, limit: 10 }, null, 2).replace(/\n/g, '\n  ');
  return [
    `Timeseries aspects (${series.map(({ name }) => codeSpan(name)).join(', ')}) need a separate request:`,
    fencedCode(
      'shell',
      `curl --silent --request POST 'http://localhost:8080/aspects?action=getTimeseriesAspectValues' \\\n  --data '${body}'`,
    ),
  ];
}

function writing(
  { graphql, example }: Entity,
  urn: string,
  aspects: readonly Aspect[],
  writers: EntityCatalog['writers'],
  linkTo: LinkToDoc,
): string | null {
  const generic = graphql.query === null ? [] : aspects.flatMap(({ name }) => writers.get(name) ?? []);
  if (graphql.mutations.length === 0 && generic.length === 0 && example === null) return null;
  const items = [
    ...(graphql.mutations.length === 0 ? [] : [`- Change the entity itself: ${operations(graphql.mutations)}`]),
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
    `By aspect, from a file. The command sends the same proposal as ${linkTo(RESTLI, '`ingestProposal`')} and replaces the whole aspect:`,
    fencedCode('json', JSON.stringify(value, null, 2), `title="${aspect}.json"`),
    fencedCode('shell', `datahub put --urn '${urn}' \\\n  --aspect ${aspect} --aspect-data ${aspect}.json`),
  ];
}

const operations = (mutations: readonly string[]): string => mutations.map((name) => operation('mutations', name)).join(', ');

const operation = (page: 'queries' | 'mutations', name: string): string =>
  `[${codeSpan(name)}](${ROOT}/graphql/${page}.md#${name.toLowerCase()})`;
