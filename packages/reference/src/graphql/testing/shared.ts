/** For tests: the reference material beside the project, where it is there. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const SHARED = resolve(import.meta.dirname, '../../../../../../shared');

export const PROJECT = resolve(import.meta.dirname, '../../../../..');
export const PLATFORM_SCHEMA = resolve(SHARED, 'corpus/datahub-2023-06/datahub-graphql-core/src/main/resources');

interface Member {
  name: string;
  type: string;
  deprecated?: boolean;
  args?: Member[];
}

/** What `graphql.json` says of the schema. */
export interface GraphQLFacts {
  queries: Member[];
  mutations: Member[];
  objects: { name: string; interfaces: string[]; fields: Member[] }[];
  inputs: { name: string; fields: Member[] }[];
  interfaces: { name: string; fields: Member[] }[];
  unions: { name: string; types: string[] }[];
  enums: { name: string; values: { name: string; deprecated?: boolean }[] }[];
  scalars: { name: string }[];
}

/** Null, and a line in the log, where the material is not there. */
export function readFacts(): GraphQLFacts | null {
  const file = resolve(SHARED, 'facts/graphql.json');
  if (existsSync(file) && existsSync(PLATFORM_SCHEMA)) return JSON.parse(readFileSync(file, 'utf8')) as GraphQLFacts;
  console.warn(`graphql facts: skipped, since ${SHARED} is not there`);
  return null;
}
