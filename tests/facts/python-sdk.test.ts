/** compares the Python SDK reference with the functions, classes, and methods of the platform's main modules. */
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { pythonSdk } from '@quire/reference/catalog';

import { readFacts } from './facts.ts';

interface Parameter {
  name: string;
  type?: string | undefined;
  default?: string | undefined;
}

interface Callable {
  name: string;
  parameters?: Parameter[];
  returns?: string;
  decorators?: string[];
}

interface ModuleFacts {
  functions: Callable[];
  classes: { name: string; bases: string[]; fields?: Parameter[]; methods: Callable[] }[];
}

const MODULES = [
  'datahub.emitter.mce_builder',
  'datahub.emitter.mcp',
  'datahub.emitter.mcp_builder',
  'datahub.emitter.rest_emitter',
  'datahub.emitter.kafka_emitter',
  'datahub.ingestion.graph.client',
];

const { modules: facts } = readFacts<{ modules: Record<string, ModuleFacts> }>('python-sdk.json');
const { catalog, problems } = await pythonSdk.read({ dir: join(process.cwd(), 'website/catalog'), projectRoot: process.cwd() });
const ours = new Map(catalog.flatMap(({ data }) => data.modules).map(({ module, members }) => [module, members]));

/** Readable forms of defaults that are constants or calls in the source. */
const RESOLVED: Readonly<Record<string, string | undefined>> = {
  DEFAULT_ENV: 'PROD',
  DEFAULT_FLOW_CLUSTER: 'prod',
  _ENTITY_TYPE_UNSET: 'ENTITY_TYPE_UNSET',
  'Field(default=False, exclude=True)': 'False',
  'pydantic.Field(default_factory=KafkaProducerConnectionConfig)': 'KafkaProducerConnectionConfig()',
};

/** Removes differences in quotation marks and quoted forward references, and `None` as a return type. */
const plain = (text: string | undefined): string | undefined => text?.replace(/['"]/g, '').replace(/\s+/g, ' ');
const resolved = (text = ''): string | undefined => (text in RESOLVED ? RESOLVED[text] : text === '' ? undefined : text);
const resultOf = (text: string | undefined): string | undefined => (text === 'None' ? undefined : plain(text));
const signature = (parameters: readonly Parameter[] = []): string[] =>
  parameters.map(({ name, type, default: preset }) => `${name}: ${plain(type) ?? 'any'} = ${resolved(plain(preset)) ?? 'required'}`);

/** Returns the constructor's parameters of a Pydantic model: an alias replaces the name, and an optional field defaults to `None`. */
const fromFields = (fields: readonly Parameter[]): Parameter[] =>
  fields.map(({ name, type, default: preset }) => {
    const alias = /^Field\(alias='(\w+)'\)$/.exec(preset ?? '')?.[1];
    if (alias !== undefined) return { name: alias, type };
    return { name, type, default: preset ?? (type?.startsWith('Optional[') === true ? 'None' : undefined) };
  });

test('the catalog files have no problems', () => {
  expect(problems).toEqual([]);
});

test.each(MODULES)('%s has every member with its parameters, types, defaults, and return type', (module) => {
  const members = ours.get(module) ?? [];
  const { functions, classes } = facts[module] ?? { functions: [], classes: [] };
  const wanted = [
    ...functions,
    ...classes.flatMap(({ name, methods }) =>
      methods.filter((method) => method.name !== '__init__').map((method) => ({ ...method, name: `${name}.${method.name}` })),
    ),
  ];
  const differences = wanted.flatMap((fact) => {
    const found = members.find(({ name }) => name === fact.name);
    if (found === undefined) return [`${fact.name}: missing`];
    const [left, right] = [signature(fact.parameters), signature(found.parameters)];
    return [
      ...(left.join() === right.join() ? [] : [`${fact.name}: ${left.join()} ≠ ${right.join()}`]),
      ...(resultOf(fact.returns) === plain(found.returns) ? [] : [`${fact.name} → ${fact.returns} ≠ ${found.returns}`]),
    ];
  });
  for (const { name, methods, fields } of classes) {
    const found = members.find((member) => member.name === name);
    const constructor = methods.find((method) => method.name === '__init__')?.parameters ?? fromFields(fields ?? []);
    if (found === undefined) differences.push(`${name}: missing`);
    // The members of an enum are values, not parameters.
    else if (found.values.length === 0 && signature(constructor).join() !== signature(found.parameters).join())
      differences.push(`${name}(): ${signature(constructor).join()} ≠ ${signature(found.parameters).join()}`);
  }
  expect(differences).toEqual([]);
  const known = new Set([...wanted, ...classes].map(({ name }) => name));
  expect(members.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});
