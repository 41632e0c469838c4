import type { ReferencePart } from '../contract.ts';
import { graphqlPages } from './pages.ts';
import { readGraphQL } from './read-graphql.ts';
import type { GraphQLCatalogue, GraphQLOptions } from './read-graphql.ts';

export { createGraphQLChecker } from './checker.ts';
export type { ExampleProblem, GraphQLChecker } from './checker.ts';
export type { GraphQLCatalogue, GraphQLOptions } from './read-graphql.ts';

/** The GraphQL reference of a folder of schema files; the folder is the configuration. */
export function createGraphQLReference(options: GraphQLOptions): ReferencePart<GraphQLCatalogue> {
  return { read: (location) => readGraphQL(location, options), generate: graphqlPages };
}

/** Pages of this site's own schema, `/docs/graphql/*`. */
export const graphql: ReferencePart<GraphQLCatalogue> = createGraphQLReference({ folder: 'graphql' });
