import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { readEntities } from './entities/entity-files.ts';
import type { GeneratedPage } from './generator.ts';
import { pythonPageSchema, pythonSdk } from './python-sdk.ts';

const root = process.cwd();
const location = { dir: join(root, 'website/catalog'), projectRoot: root };
const context = {
  basePath: '/docs',
  siteUrl: 'https://docs.example.com',
  hasDoc: (source: string): boolean => existsSync(join(root, 'website/content/docs', source)),
};
const MODULES = ['mce_builder', 'mcp', 'mcp_builder', 'rest_emitter', 'kafka_emitter', 'client'];

const PYTHON_KEYWORDS = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is lambda ' +
    'nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

let pages: GeneratedPage[] = [];
let sizes: Record<string, number> = {};

beforeAll(async () => {
  const { catalog, problems } = await pythonSdk.read(location);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  pages = pythonSdk.generate(catalog, context, (await readEntities(location)).catalog);
  const modules = catalog.flatMap(({ data }) => data.modules);
  sizes = Object.fromEntries(modules.map(({ module, members }) => [module.slice(module.lastIndexOf('.') + 1), members.length]));
});

test('R-109 the six main modules have all of their 134 functions, classes and methods; constructors are part of their class', () => {
  expect(MODULES.map((name) => sizes[name])).toEqual([48, 9, 26, 8, 8, 35]);
  expect(MODULES.reduce((sum, name) => sum + (sizes[name] ?? 0), 0)).toBe(134);
});

test('every aspect has its class, with links to the entities that have it', () => {
  const models = pages.find(({ id }) => id === 'python-sdk/models')?.markdown ?? '';
  expect(models).toContain(
    '| `UpstreamLineageClass` | `upstreamLineage` | [Dataset](../generated/metamodel/entities/dataset.md#upstreamlineage) |',
  );
  expect(models.match(/^\| `\w+Class` \| `\w+` \| \[/gm)).toHaveLength(159);
});

test('every record and enum inside an aspect has its class, with a link to its fields or values', () => {
  const models = pages.find(({ id }) => id === 'python-sdk/models')?.markdown ?? '';
  expect(models).toMatch(
    /^\| `UpstreamClass` \| .+ \| \[Dataset\]\(\.\.\/generated\/metamodel\/entities\/dataset\.md#type-upstream\) \|$/m,
  );
  expect(models).toMatch(/^\| `DatasetLineageTypeClass` \| Values: `COPY`, `TRANSFORMED`, `VIEW`\. \| \[/m);
  const index = models.slice(models.indexOf('{#value-classes}'));
  // Aspects inside other aspects and other names for types are not repeated.
  expect(index).not.toMatch(/`(?:GlobalTags|Urn)Class`/);
});

test('the page of models gives the Python name of each field whose name is a keyword of Python', async () => {
  const { catalog } = await readEntities(location);
  const records = [...catalog.aspects.values(), ...catalog.types.values()].flatMap((type) => (type.kind === 'record' ? [type] : []));
  const keywords = records.flatMap(({ fields }) => fields.flatMap(({ name }) => (PYTHON_KEYWORDS.has(name) ? [name] : [])));
  expect(keywords).not.toEqual([]);
  const models = pages.find(({ id }) => id === 'python-sdk/models')?.markdown ?? '';
  expect(keywords.filter((name) => !models.includes(`\`${name}_\``))).toEqual([]);
});

test('functions show parameters with types and defaults; classes show their constructor and methods', () => {
  const page = pythonPageSchema.parse({
    title: 'T',
    description: 'D',
    position: 1,
    introduction: 'I',
    modules: [
      {
        module: 'a.b',
        description: 'M',
        members: [
          {
            name: 'make',
            parameters: [
              { name: 'x', type: 'str' },
              { name: 'y', type: 'int', default: '1' },
            ],
            returns: 'str',
            description: 'Makes.',
          },
          { name: 'Small', parameters: [{ name: 'z', type: 'str' }], bases: ['Client'], description: 'Is small.' },
          { name: 'Client', parameters: [{ name: 'url', type: 'str' }], bases: ['Base'], description: 'Sends.' },
          { name: 'Client.send', parameters: [], deprecated: 'Use `post`.', description: 'Sends one.' },
        ],
      },
    ],
  });
  const file = { data: page, file: 'catalog/python-sdk/x.yaml', lineOf: () => 1 };
  const [generated] = pythonSdk.generate([file], context, { entities: [], aspects: new Map(), types: new Map(), writers: new Map() });
  const markdown = generated?.markdown ?? '';
  expect(markdown).toContain('| <a id="make" href="#make">`make()`</a> | Makes.<br>`x`: `str`<br>`y`: `int` = `1`<br>→ `str` |');
  expect(markdown).toContain(
    '### `Client` {#client}\n\nSends.\n\nBase class: `Base`.\n\n| Parameter | Type and default |\n| --- | --- |\n| `url` | `str`, **required** |',
  );
  expect(markdown).toContain('| Is small. Base class: `Client`.<br>`z`: `str` |');
  expect(markdown).toContain('| <a id="client.send" href="#client.send">`send()`</a> | **Deprecated.** Use `post`. Sends one. |');
});
