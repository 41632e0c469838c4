/** Validates the recipes of all pages with the JSON Schemas of the plugins' own configuration classes, as `datahub ingest` does before a run. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { beforeAll, expect, test } from 'vitest';
import { isMap, parseAllDocuments } from 'yaml';

import { sources } from '@quire/reference/catalog';

import { readFacts } from './facts.ts';

interface Recipe {
  page: string;
  /** Type of the source. For options without a source, all types of the page; one of them must have the options. */
  types: string[];
  config: unknown;
  /** The fence is marked as a fragment, so it may lack required options. */
  isPartial: boolean;
  hasPipelineName: boolean;
}

/** Alternative types of sources, with the plugins that they select. */
const SAME_PLUGIN = new Map([
  ['bigquery-beta', 'bigquery'],
  ['mssql-odbc', 'mssql'],
  ['redshift-usage', 'redshift-usage-legacy'],
  ['snowflake-beta', 'snowflake'],
]);

let recipes: Recipe[];
let starters: Recipe[];
let validators: Map<string, ValidateFunction>;

beforeAll(async () => {
  const root = process.cwd();
  const { catalog } = await sources.read({ dir: `${root}/website/catalog`, projectRoot: root });
  const generated = sources.generate(catalog, { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false });
  const written = globSync('website/content/docs/**/*.md', { cwd: root });
  const pluginsOf = new Map(catalog.entries.map(({ source: { data } }) => [data.platform, data.plugins.map(({ plugin }) => plugin)]));
  starters = generated.flatMap(({ path, markdown }) => recipesOf(path, markdown, pluginsOf.get(basename(path))));
  recipes = [...starters, ...written.flatMap((file) => recipesOf(file, readFileSync(file, 'utf8')))];
  const { plugins } = readFacts<{ plugins: Record<string, object> }>('plugin-schemas.json');
  const ajv = new Ajv({ strict: false, allErrors: true, verbose: true, coerceTypes: true, validateFormats: false });
  validators = new Map(Object.entries(plugins).map(([name, schema]) => [name, ajv.compile(readable(schema))]));
});

const FENCE = /^([ \t]*)(`{3,})ya?ml\b([^\n]*)\n([\s\S]*?)\n\1\2[ \t]*$/gm;

/**
 * Returns the recipes in the YAML fences of a page, except those whose source is not part of the platform.
 * @param types plugins of the page, for fences with the title "part of the recipe", which begin below `config`
 */
function recipesOf(page: string, markdown: string, types: string[] = []): Recipe[] {
  return [...markdown.matchAll(FENCE)].flatMap(([, indent = '', , words = '', code = '']) => {
    if (/\bunchecked\b/.test(words)) return [];
    const documents = parseAllDocuments(code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
    return documents.flatMap((document) => {
      if (!isMap(document.contents) || document.contents.has('action')) return [];
      const content = document.toJS() as { source?: { type?: unknown; config?: unknown } };
      if (words.includes('title="part of the recipe"'))
        return types.length === 0 ? [] : [{ page, types, config: content, isPartial: true, hasPipelineName: false }];
      const { source } = content;
      if (typeof source?.type !== 'string' || /[.:<$]/.test(source.type)) return [];
      const isPartial = /\bpartial\b/.test(words);
      return [{ page, types: [source.type], config: source.config ?? {}, isPartial, hasPipelineName: document.has('pipeline_name') }];
    });
  });
}

/** Replaces the enum values that the extraction of the schemas could not resolve: `<class 'stub.DAY'>` is `DAY`. */
function readable(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll(/<class 'stub\.(\w+)'>/g, '$1')) as object;
}

/** An environment variable or a placeholder, which may have any type. */
const isPlaceholder = ({ data }: ErrorObject): boolean => typeof data === 'string' && /\$\{?\w|^<|^\.\.\.$/.test(data);

function problemsOf(recipe: Recipe): string[] {
  const problems = recipe.types.map((type) => problemsWith(type, recipe));
  return problems.find((found) => found.length === 0) ?? problems.flat();
}

function problemsWith(type: string, { config, isPartial }: Recipe): string[] {
  const validate = validators.get(SAME_PLUGIN.get(type) ?? type);
  if (validate === undefined) return [`there is no source ${type}`];
  if (validate(config)) return [];
  return (validate.errors ?? [])
    .filter((error) => !isPlaceholder(error) && !(isPartial && error.keyword === 'required'))
    .map(({ instancePath, message, params }) => `${type}${instancePath} ${message} ${JSON.stringify(params)}`);
}

test('every plugin has a complete starter recipe', () => {
  const complete = new Set(starters.filter(({ isPartial }) => !isPartial).flatMap(({ types }) => types));
  expect([...validators.keys()].filter((plugin) => !complete.has(plugin))).toEqual([]);
});

test('the platform accepts every recipe of the documentation', () => {
  const rejected = recipes.flatMap((recipe) => problemsOf(recipe).map((problem) => `${recipe.page}: ${problem}`));
  expect(rejected).toEqual([]);
});

test('starter recipes with stateful ingestion have the pipeline name that it requires', () => {
  const isStateful = ({ config }: Recipe): boolean =>
    (config as { stateful_ingestion?: { enabled?: boolean } }).stateful_ingestion?.enabled === true;
  const stateful = starters.filter((recipe) => isStateful(recipe) && !recipe.isPartial);
  expect(stateful).not.toEqual([]);
  expect(stateful.filter(({ hasPipelineName }) => !hasPipelineName)).toEqual([]);
});

test.each([
  ['an unknown option', { host_port: 'db:5432', hots: 'db' }, 'additional properties'],
  ['a missing option', {}, 'required'],
  ['a value of the wrong type', { host_port: 'db:5432', include_views: 'maybe' }, 'boolean'],
])('%s is found', (_, config, problem) => {
  const recipe = { page: 'a page', types: ['postgres'], config, isPartial: false, hasPipelineName: false };
  expect(problemsOf(recipe).join()).toContain(problem);
});
