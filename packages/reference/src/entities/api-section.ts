import { parse, print } from 'graphql';

import { blocks, fencedCode } from '../markdown/blocks.ts';
import { codeSpan } from '../markdown/escape.ts';
import type { LinkToDoc } from './doc-links.ts';
import { ROOT } from './doc-links.ts';
import type { Aspect, Entity } from './model.ts';

const RESTLI = 'api/restli/restli-overview.md';

/** How programs read an entity and change it: by GraphQL where it is there, by aspect always. @param aspects in the page's order */
export function apiSection(entity: Entity, urn: string, aspects: readonly Aspect[], linkTo: LinkToDoc): string {
  return blocks(
    '## Read and write {#read-and-write}',
    '### Read {#read}',
    readGraphQL(entity, urn),
    ...readAspects(urn, aspects.find(({ name }) => name === entity.example?.aspect) ?? firstToRead(aspects), linkTo),
    ...readSeries(entity, urn, aspects),
    writing(entity, urn, linkTo),
  );
}

/** The example document. Throws a syntax error for a `select` that is no list of fields. */
export function exampleQuery({ graphql }: Entity, urn: string): string | null {
  if (graphql.query === null) return null;
  return print(parse(`{ ${graphql.query}(urn: ${JSON.stringify(urn)}) { urn ${graphql.hasEntityType ? 'type' : ''} ${graphql.select} } }`));
}

function readGraphQL(entity: Entity, urn: string): string | null {
  const { query, queries } = entity.graphql;
  const others = queries.map((name) => operation('queries', name)).join(', ');
  const example = exampleQuery(entity, urn);
  if (query === null || example === null) return others === '' ? null : `By GraphQL: ${others}.`;
  return blocks(
    `By GraphQL with ${operation('queries', query)}${others === '' ? '' : `, or in lists by ${others}`}:`,
    fencedCode('graphql', example),
  );
}

const firstToRead = (aspects: readonly Aspect[]): Aspect | undefined => aspects.find((aspect) => !aspect.timeseries && !aspect.deprecated);

function readAspects(urn: string, first: Aspect | undefined, linkTo: LinkToDoc): string[] {
  const path = encodeURIComponent(urn).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
  const choice = first === undefined ? '' : ` --aspect ${first.name}`;
  return [
    `On the command line${first === undefined ? '' : ', one aspect or several'}:`,
    fencedCode('shell', `datahub get --urn '${urn}'${choice}`),
    `From the ${linkTo(RESTLI, 'metadata service')}, with all aspects:`,
    fencedCode('shell', `curl --silent --header 'X-RestLi-Protocol-Version: 2.0.0' \\\n  'http://localhost:8080/entitiesV2/${path}'`),
  ];
}

/** Timeseries aspects are kept elsewhere and come by a request of their own. */
function readSeries(entity: Entity, urn: string, aspects: readonly Aspect[]): string[] {
  const series = aspects.filter((aspect) => aspect.timeseries);
  const [first] = series;
  if (first === undefined) return [];
  const body = JSON.stringify({ urn, entity: entity.name, aspect: first.name, limit: 10 }, null, 2).replace(/\n/g, '\n  ');
  return [
    `Timeseries aspects (${series.map(({ name }) => codeSpan(name)).join(', ')}) come by a request of their own:`,
    fencedCode(
      'shell',
      `curl --silent --request POST 'http://localhost:8080/aspects?action=getTimeseriesAspectValues' \\\n  --data '${body}'`,
    ),
  ];
}

function writing({ graphql, example }: Entity, urn: string, linkTo: LinkToDoc): string | null {
  if (graphql.mutations.length === 0 && example === null) return null;
  const mutations = graphql.mutations.map((name) => operation('mutations', name)).join(', ');
  return blocks(
    '### Write {#write}',
    mutations === '' ? null : `By GraphQL: ${mutations}.`,
    ...(example === null ? [] : writeAspect(urn, example, linkTo)),
  );
}

function writeAspect(urn: string, { aspect, value }: NonNullable<Entity['example']>, linkTo: LinkToDoc): string[] {
  return [
    `By aspect, from a file. The command sends what ${linkTo(RESTLI, '`ingestProposal`')} takes, and replaces the aspect as a whole:`,
    fencedCode('json', JSON.stringify(value, null, 2), `title="${aspect}.json"`),
    fencedCode('shell', `datahub put --urn '${urn}' \\\n  --aspect ${aspect} --aspect-data ${aspect}.json`),
  ];
}

const operation = (page: 'queries' | 'mutations', name: string): string =>
  `[${codeSpan(name)}](${ROOT}/graphql/${page}.md#${name.toLowerCase()})`;
