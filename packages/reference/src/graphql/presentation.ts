/** What the reference adds to a schema: topics of operations and types, status marks, privileges and example responses. */
import { closest, distance } from 'fastest-levenshtein';
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import type { GraphQLNamedType, GraphQLSchema } from 'graphql';
import { z } from 'zod';

import type { Problem } from '@quire/engine/model/problem.ts';

import { aliasesSchema, questionsSchema } from '../part.ts';

const text = z.string().min(1, 'must not be empty');
const names = z.array(text).default([]);

const topicSchema = z.strictObject({
  /** Last segment of the route of its objects, and suffix of its ids. */
  id: z.string().regex(/^[a-z-]+$/, 'must be lower-case letters and -'),
  label: text,
  /** One sentence of 50 to 160 characters for the page of its objects. */
  description: text,
  queries: names,
  mutations: names,
  /** Schema files whose object types belong to the topic. */
  files: names,
  questions: questionsSchema.default([]),
  aliases: aliasesSchema.default([]),
});

/** Shape of `reference.yaml` beside the schema files. Every part may be missing. */
export const presentationSchema = z.strictObject({
  /** Questions and aliases of the pages, by the last segment of their route. */
  pages: z.record(text, z.strictObject({ questions: questionsSchema.default([]), aliases: aliasesSchema.default([]) })).default({}),
  /** In the order of the pages. */
  topics: z.array(topicSchema).default([]),
  /** Types, fields (`Type.field`) and operations that are deprecated without a directive, with their replacement. */
  deprecated: z.record(text, text).default({}),
  /** Types, fields and operations that may still change. */
  incubating: names,
  experimental: names,
  /** The privilege that an operation requires. */
  privileges: z.record(text, text).default({}),
  /** Operations with an example response. */
  responses: names,
  /** Values of fields in example responses, by `Type.field` or name. */
  responseValues: z.record(text, z.json()).default({}),
});

export type Presentation = z.output<typeof presentationSchema>;
export type Topic = z.output<typeof topicSchema>;

/** The topic of an object type, by the schema file that defines it; undefined if no topic has the file. */
export function topicOf(type: GraphQLNamedType, { topics }: Presentation): Topic | undefined {
  const file = type.astNode?.loc?.source.name ?? '';
  return topics.find(({ files }) => files.some((name) => file === name || file.endsWith(`/${name}`)));
}

/** Reports names that the schema does not have, operations without a topic or in two, and object types without a topic. */
export function checkPresentation(schema: GraphQLSchema, presentation: Presentation, file: string): Problem[] {
  const { topics, deprecated, incubating, experimental, privileges, responses } = presentation;
  const known = namesOf(schema);
  const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {}));
  const messages: string[] = [];
  const check = (part: string, all: readonly string[], valid: readonly string[]): void => {
    for (const name of all) {
      if (valid.includes(name)) continue;
      const near = closest(name, valid as string[]);
      messages.push(`${part}: the schema has no ${name}${distance(name, near) <= 3 ? `; did you mean ${near}?` : ''}`);
    }
  };
  check('deprecated', Object.keys(deprecated), known);
  check('incubating', incubating, known);
  check('experimental', experimental, known);
  check('privileges', Object.keys(privileges), operations);
  check('responses', responses, operations);
  const grouped = topics.flatMap(({ queries, mutations }) => [...queries, ...mutations]);
  check('topics', grouped, operations);
  if (topics.length > 0) {
    for (const name of operations.filter((operation) => !grouped.includes(operation))) messages.push(`topics: ${name} has no topic`);
    for (const name of new Set(grouped.filter((each, index) => grouped.indexOf(each) !== index)))
      messages.push(`topics: ${name} has two topics`);
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || roots.includes(type) || type.name.startsWith('__') || topicOf(type, presentation) !== undefined) continue;
      messages.push(`topics: the type ${type.name} has no topic: add its file to one`);
    }
  }
  return messages.map((message) => ({ file, message, severity: 'error' }));
}

function namesOf(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) {
      return [type.name, ...Object.keys(type.getFields()).map((field) => `${type.name}.${field}`)];
    }
    return isEnumType(type) ? [type.name, ...type.getValues().map(({ name }) => `${type.name}.${name}`)] : [type.name];
  });
}
