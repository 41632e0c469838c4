/** Generates the pages of the Python SDK reference. */
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { z } from 'zod';

import type { Problem } from '@quire/engine/model/problem.ts';

import { createTypeLookup, expandFields, typesOf } from './entities/model.ts';
import type { Entity, EntityCatalog, ModelType } from './entities/model.ts';
import { blocks, codeSpan, escapeMarkdown, fencedCode, sentence, table } from './markdown.ts';
import { aliasesSchema, questionsSchema } from './generator.ts';
import { readYamlFile } from './catalog-files.ts';
import type { YamlFile } from './catalog-files.ts';
import type { CatalogLocation, GenerateContext, GeneratedPage, ReadCatalog } from './generator.ts';

const text = z.string().min(1, 'must not be empty');

const parameterSchema = z.strictObject({
  name: z.string().regex(/^\*{0,2}[A-Za-z_]\w*$/, 'must be the name of a parameter'),
  type: text.optional(),
  /** The default as Python code; absent if the parameter is required. */
  default: text.optional(),
});

const memberSchema = z.strictObject({
  /** The name that callers use: `make_dataset_urn`, `DataHubGraph.exists`. Methods follow their class. */
  name: z.string().regex(/^[A-Za-z_][\w.]*$/, 'must be a Python name'),
  /** Parameters of a function, a method, or the constructor of a class; absent if the member is not called. */
  parameters: z.array(parameterSchema).optional(),
  returns: text.optional(),
  bases: z.array(text).default([]),
  /** Values of an enum. */
  values: z.array(text).default([]),
  /** The replacement of a deprecated member. */
  deprecated: text.optional(),
  description: text,
});

/** Shape of `catalog/python-sdk/{page}.yaml`: a page of the Python SDK reference. */
export const pythonPageSchema = z.strictObject({
  title: text,
  /** One sentence for search results. */
  description: text,
  position: z.number().int(),
  questions: questionsSchema.default([]),
  aliases: aliasesSchema.default([]),
  /** Markdown before the first module. */
  introduction: text,
  /** Adds indexes of the classes of all aspects, and of the records and enums inside them, with links to the pages of entities. */
  aspectIndex: z.boolean().default(false),
  modules: z
    .array(
      z.strictObject({
        /** As imported: `datahub.emitter.mce_builder`. */
        module: z.string().regex(/^[a-z_]+(\.[a-z_]+)*$/, 'must be a dotted name in lower case'),
        description: text,
        members: z.array(memberSchema).min(1, 'must name at least one member'),
        /** A program that uses the members, as Python. */
        example: text.optional(),
      }),
    )
    .min(1, 'must name at least one module'),
});

export type PythonPage = z.output<typeof pythonPageSchema>;
type Module = PythonPage['modules'][number];
type Member = Module['members'][number];

/** The generator of `/docs/python-sdk/{builder,clients,models}`. It also needs the metadata model. */
export const pythonSdk = {
  async read({ dir, projectRoot }: CatalogLocation): Promise<ReadCatalog<YamlFile<PythonPage>[]>> {
    const folder = join(dir, 'python-sdk');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.yaml')).toSorted();
    const wrong = names.filter((name) => !/^[a-z0-9-]+\.yaml$/.test(name));
    const message = 'the name of the file is part of an address: use lowercase letters, digits, and hyphens';
    const misnamed = wrong.map((name): Problem => ({ file: relative(projectRoot, join(folder, name)), message, severity: 'error' }));
    const valid = names.filter((name) => !wrong.includes(name));
    const found = await Promise.all(valid.map((name) => readYamlFile(join(folder, name), projectRoot, pythonPageSchema)));
    return {
      catalog: found.flatMap((one) => ('read' in one ? [one.read] : [])),
      problems: [...misnamed, ...found.flatMap((one) => ('problems' in one ? one.problems : []))],
    };
  },
  /** @param model the metadata model, whose aspects the index lists */
  generate: (pages: readonly YamlFile<PythonPage>[], context: GenerateContext, model: EntityCatalog): GeneratedPage[] =>
    pages.map((file) => {
      const page = pythonPage(file, context, model);
      context.count?.(page.markdown, page.file);
      return page;
    }),
};

function pythonPage({ data, file }: YamlFile<PythonPage>, { basePath }: GenerateContext, model: EntityCatalog): GeneratedPage {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.yaml$/, '');
  const id = `python-sdk/${name}`;
  return {
    id,
    source: `${id}.md`,
    path: `${basePath}/${id}`,
    title: data.title,
    sidebarLabel: data.title,
    sidebarPosition: data.position,
    description: data.description,
    keywords: ['python', 'sdk', 'acryl-datahub', ...data.modules.map((one) => one.module)],
    questions: data.questions,
    aliases: data.aliases,
    markdown: `${blocks(data.introduction, ...data.modules.map(moduleSection), ...(data.aspectIndex ? [aspectClasses(model), valueClasses(model)] : []))}\n`,
    file,
  };
}

/** Renders a module: its functions and small classes in tables, then a section for each other class. */
function moduleSection({ module, description, members, example }: Module): string {
  const functions = members.filter(({ name }) => !name.includes('.') && /^[a-z_]/.test(name));
  const classes = members.filter(({ name }) => /^[^a-z_.][^.]*$/.test(name));
  const methods = Map.groupBy(
    members.filter(({ name }) => name.includes('.')),
    ({ name }) => name.split('.')[0],
  );
  const methodsOf = (owner: string): Member[] => methods.get(owner) ?? [];
  const withMethods = classes.filter((each) => hasSection(each, methodsOf(each.name)));
  const simple = classes.filter((each) => !hasSection(each, methodsOf(each.name)));
  return blocks(
    `## ${codeSpan(module)} {#${module}}`,
    sentence(description),
    functions.length === 0 ? null : memberTable('Function', functions, (name) => name),
    simple.length === 0 ? null : memberTable('Class', simple, (name) => name),
    ...withMethods.map((each) => classSection(each, methodsOf(each.name))),
    example === undefined ? null : fencedCode('python', example),
  );
}

const hasSection = ({ parameters = [], values }: Member, methods: readonly Member[]): boolean =>
  methods.length > 0 || parameters.length > 1 || values.length > 0;

function classSection(member: Member, methods: readonly Member[]): string {
  const { name, parameters = [], values } = member;
  return blocks(
    `### ${codeSpan(name)} {#${name.toLowerCase()}}`,
    describe(member),
    inheritance(member),
    values.length === 0 ? null : `Values: ${values.map(codeSpan).join(', ')}.`,
    parameters.length === 0
      ? null
      : table(
          ['Parameter', 'Type and default'],
          parameters.map((each) => [codeSpan(each.name), withRequired(each)]),
        ),
    methods.length === 0 ? null : memberTable('Method', methods, (full) => full.slice(name.length + 1)),
  );
}

/**
 * Renders a table of functions, methods, or small classes. The parameters and the result follow the description, each on a line of its own.
 * @param shown returns the name to show
 */
function memberTable(head: string, members: readonly Member[], shown: (name: string) => string): string {
  const rows = members.map((member) => {
    const { name, parameters, returns } = member;
    const anchor = name.toLowerCase();
    const heading = `<a id="${anchor}" href="#${anchor}">${codeSpan(shown(name) + (parameters === undefined ? '' : '()'))}</a>`;
    const text = [describe(member), inheritance(member) ?? ''].join(' ').trim();
    const result = returns === undefined ? [] : [`→ ${codeSpan(returns)}`];
    return [heading, [text, ...(parameters ?? []).map(signatureOf), ...result].join('<br>')];
  });
  return table([head, 'Description'], rows);
}

type Parameter = z.output<typeof parameterSchema>;

/** Renders a parameter: `env`: `str` = `"PROD"`. */
const signatureOf = (parameter: Parameter): string =>
  `${codeSpan(parameter.name)}${parameter.type === undefined ? '' : ':'} ${typeAndDefault(parameter)}`.trim();

/** Renders the type of a parameter and its default, if it has one: `str` = `"PROD"`. */
function typeAndDefault({ type, default: preset }: Parameter): string {
  return [type === undefined ? '' : codeSpan(type), preset === undefined ? '' : `= ${codeSpan(preset)}`].join(' ').trim();
}

/** Renders the type of a parameter, and its default or that it is required. */
const withRequired = (parameter: Parameter): string =>
  parameter.default === undefined
    ? [typeAndDefault(parameter), '**required**'].filter((part) => part !== '').join(', ')
    : typeAndDefault(parameter);

const inheritance = ({ bases }: Member): string | null => (bases.length === 0 ? null : `Base class: ${bases.map(codeSpan).join(', ')}.`);

function describe({ description, deprecated }: Member): string {
  return [deprecated === undefined ? '' : `**Deprecated.** ${sentence(deprecated)}`, sentence(description)]
    .filter((part) => part !== '')
    .join(' ');
}

/** Renders a table of the classes of all aspects, in alphabetical order. */
function aspectClasses({ entities, aspects }: EntityCatalog): string {
  const rows = [...aspects.values()]
    .toSorted((a, b) => (a.record.toLowerCase() < b.record.toLowerCase() ? -1 : 1))
    .flatMap((aspect) => {
      const users = entities.filter((entity) => entity.keyAspect === aspect.name || entity.aspects.includes(aspect.name));
      if (users.length === 0) return [];
      const links = users.map(({ name, label, keyAspect }) => {
        const anchor = keyAspect === aspect.name ? 'identity' : aspect.name.toLowerCase();
        return `[${escapeMarkdown(label)}](../generated/metamodel/entities/${name.toLowerCase()}.md#${anchor})`;
      });
      return [[codeSpan(`${aspect.record}Class`), codeSpan(aspect.name), links.join(', ')]];
    });
  return blocks(
    '## Classes of all aspects {#aspect-classes}',
    `The model has ${rows.length} aspects. The link of an entity leads to the fields of the aspect, which are the keyword arguments of the class.`,
    table(['Class', 'Aspect', 'Entities'], rows),
  );
}

/** Renders a table of the classes of the records and enums inside aspects, in alphabetical order. */
function valueClasses(model: EntityCatalog): string {
  const lookup = createTypeLookup(model);
  const firstUsers = new Map<ModelType, Entity>();
  for (const entity of model.entities) {
    const aspects = [entity.keyAspect, ...entity.aspects].flatMap((name) => model.aspects.get(name) ?? []);
    for (const type of typesOf(
      aspects.flatMap((aspect) => expandFields(aspect, lookup)),
      lookup,
    )) {
      // The classes of aspects are in the other table, and aliases have no class.
      if ('record' in type || type.kind === 'alias' || firstUsers.has(type)) continue;
      firstUsers.set(type, entity);
    }
  }
  const rows = [...firstUsers]
    .toSorted(([a], [b]) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
    .map(([type, { name, label }]) => [
      codeSpan(`${type.name}Class`),
      type.kind === 'enum' ? `Values: ${type.symbols.map(codeSpan).join(', ')}.` : sentence(type.description),
      `[${escapeMarkdown(label)}](../generated/metamodel/entities/${name.toLowerCase()}.md#type-${type.name.toLowerCase()})`,
    ]);
  return blocks(
    '## Classes of the values inside aspects {#value-classes}',
    'The fields of aspects contain records and enums. The link leads to the page of an entity that uses the type, with its fields or with the meanings of its values.',
    table(['Class', 'Contents', 'Details'], rows),
  );
}
