import { GraphQLError, Kind, Source, buildASTSchema, concatAST, parse, validateSchema } from 'graphql';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { validateSDL } from 'graphql/validation/validate';

import type { Problem } from '@quire/engine/model/problem.ts';

/** A file of the schema definition language. */
export interface SchemaFile {
  /** Path relative to the project, as problems name it. */
  file: string;
  text: string;
}

/** Far more than the platform's whole schema has; a file beyond it is no schema. */
const MAX_TOKENS = 200_000;

/**
 * Makes one schema of several files, which may extend each other's types. Whatever the files get wrong (broken syntax, a
 * name twice, an unknown type, an interface half implemented) comes back with file and line, and no schema with it.
 * @param whole what a problem names that is in no file: the folder
 */
export function buildSchemaOfFiles(files: readonly SchemaFile[], whole: string): { schema: GraphQLSchema | null; problems: Problem[] } {
  const describe = (error: GraphQLError): Problem => toProblem(error, whole);
  const parsed = files.map(parseFile);
  const broken = parsed.flatMap((each) => ('problem' in each ? [each.problem] : []));
  if (broken.length > 0) return { schema: null, problems: broken };
  const document = withRoots(concatAST(parsed.flatMap((each) => ('document' in each ? [each.document] : []))));
  const wrong = validateSDL(document);
  if (wrong.length > 0) return { schema: null, problems: wrong.map(describe) };
  const inconsistent = validateSchema(buildASTSchema(document, { assumeValidSDL: true })).filter((error) => !isTolerated(error));
  if (inconsistent.length > 0) return { schema: null, problems: inconsistent.map(describe) };
  // Every use of a schema checks it first and would refuse what is tolerated here.
  return { schema: buildASTSchema(document, { assumeValidSDL: true, assumeValid: true }), problems: [] };
}

/** The platform deprecates a field of one type that its interface keeps. The library forbids it, servers and clients live with it. */
const isTolerated = (error: GraphQLError): boolean =>
  / is not deprecated, so implementation field \S+ must not be deprecated/.test(error.message);

function parseFile({ file, text }: SchemaFile): { document: DocumentNode } | { problem: Problem } {
  if (text.split('\n').every((line) => /^\s*(?:#.*)?$/.test(line))) return { document: { kind: Kind.DOCUMENT, definitions: [] } };
  try {
    return { document: parse(new Source(text, file), { maxTokens: MAX_TOKENS }) };
  } catch (error) {
    if (error instanceof GraphQLError) return { problem: toProblem(error, file) };
    if (error instanceof RangeError) return { problem: { file, message: 'is nested too deeply to be a schema', severity: 'error' } };
    throw error;
  }
}

/** The platform's files only ever extend `Query` and `Mutation`: the types themselves are added where no file defines them. */
function withRoots(document: DocumentNode): DocumentNode {
  const defined = new Set(document.definitions.map((node) => (node.kind === Kind.OBJECT_TYPE_DEFINITION ? node.name.value : '')));
  const extended = new Set(document.definitions.map((node) => (node.kind === Kind.OBJECT_TYPE_EXTENSION ? node.name.value : '')));
  const missing = ['Query', 'Mutation'].filter((name) => extended.has(name) && !defined.has(name));
  return missing.length === 0 ? document : concatAST([document, parse(missing.map((name) => `type ${name}`).join('\n'))]);
}

function toProblem(error: GraphQLError, whole: string): Problem {
  const message = error.message.replace(/^Syntax Error: /, 'is no valid GraphQL schema: ').replace(/\.$/, '');
  return { ...placeOf(error, whole), message, severity: 'error' };
}

/** Where the wrong thing stands. Of a name given twice, the second place: the first was there before. */
function placeOf({ nodes, source, locations }: GraphQLError, whole: string): { file: string; line?: number } {
  const loc = nodes?.at(-1)?.loc;
  if (loc != null) return { file: loc.source.name, line: loc.startToken.line };
  const line = locations?.at(-1)?.line;
  return { file: source?.name ?? whole, ...(line === undefined ? {} : { line }) };
}
