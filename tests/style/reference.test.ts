/** Language rules for the catalog, in addition to those for all texts (`language.test.ts`). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NoDeprecatedCustomRule, parse, validate } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { expect, test } from 'vitest';

import { describeField, graphql, readEntities, sources } from '@quire/reference/catalog';

import { ROOT, readPages } from './pages.ts';
import { examples } from './written-names.ts';

const RULES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [
    /\b\w*(?:recogn|organ|visual|normal|optim|summar|custom|special|initial|serial|util|minim|maxim)is(?:e[sd]?|ing|ations?)\b/i,
    'the ending -ize',
  ],
  [/\banaly[s](?:e[sd]?|ing)\b/i, 'analyze'],
  [/\bfavourites?\b|\bcentres?\b|\bmodell(?:ed|ing)\b|\blabell(?:ed|ing)\b|\btowards\b/i, 'American spelling'],
  [/(?:^|[.:] |['"])Off, /, 'If it is disabled,'],
  [/\bin place of\b/i, 'instead of'],
  [/\bif wanted\b/i, 'optionally'],
  [/\bturns? \w+ (?:\w+ )?round\b/i, 'negates'],
  [/\b(?:is|are) asked for\b/i, 'is requested'],
  [/\bpass(?:es)? over\b/i, 'skips'],
  [/\bSort of\b/, 'Kind of'],
  [/\b(?:put on or take off|goes on or off)\b/i, 'add or remove'],
  [/\b(?:Sources?|You|Administrators|Integrations) makes? \w+s\b/, 'create'],
  [/\breturns\s+also\b/i, 'also returns'],
  [/, with one entry for each\b/i, 'One entry for each column'],
  [/\bplanned time of the removal\b/i, 'When the entity is planned to be removed'],
  [/\bsuch as an? \w+ among \w+s\b/i, 'For example, a dataset can be a view'],
  [/, like the URL\b/i, 'You can use the URL'],
  [/\bsearch(?:es)? can filter by (?:them|it)\b/i, 'the name of what is filtered by'],
];

const prose = (text: string): string =>
  text.replace(/`[^`\n]*`/g, '').replace(/^(```|~~~)[\s\S]*?^\1/gm, (match) => match.replace(/[^\n]/g, ''));

test('no description of the catalog uses a word of the list', () => {
  const findings = globSync('website/catalog/**/*.{md,yaml,graphql}', { cwd: ROOT })
    .toSorted()
    .flatMap((file) =>
      prose(readFileSync(join(ROOT, file), 'utf8'))
        .split('\n')
        .flatMap((line, index) =>
          RULES.flatMap(([pattern, instead]) => {
            const found = pattern.exec(line)?.[0];
            return found === undefined ? [] : [`${file}:${index + 1}: "${found}": write "${instead}"`];
          }),
        ),
    );
  expect(findings).toEqual([]);
});

test.each([
  ['Selects visualisations by name.', true],
  ['Off, the run ends.', true],
  ['Written off, the value stays.', false],
  ['Name to show in place of the URN.', true],
  ['`centre` is code.', false],
  ['Returns `true` also if the entity has no domain.', true],
  ['Also returns `true` if the entity has no domain.', false],
])('%s: %s', (line, isFound) => {
  expect(RULES.some(([pattern]) => pattern.test(prose(line)))).toBe(isFound);
});

/** Keys that a driver accepts within `options`, and that are options of other plugins. */
const DRIVER_KEYS: ReadonlySet<string> = new Set(['connect_args']);

test('the description of an option does not refer to options that only other plugins have', async () => {
  const { catalog } = await sources.read({ dir: join(ROOT, 'website/catalog'), projectRoot: ROOT });
  const plugins = catalog.entries.flatMap(({ source }) => source.data.plugins);
  const stepsOf = (names: readonly { name: string }[]): string[] => names.flatMap(({ name }) => name.split('.'));
  const everywhere = new Set(plugins.flatMap(({ fields }) => stepsOf(fields)));
  const findings = plugins.flatMap(({ plugin, fields }) => {
    const own = new Set(stepsOf(fields));
    return fields.flatMap((field) =>
      [...(describeField(field, catalog.shared) ?? '').matchAll(/`([a-z]\w*_\w+(?:\.\w+)*)(?::[^`]*)?`/g)]
        .flatMap((match) => (match[1] ?? '').split('.'))
        .filter((name) => everywhere.has(name) && !own.has(name) && !DRIVER_KEYS.has(name))
        .map((name) => `${plugin}: ${field.name} refers to "${name}"`),
    );
  });
  expect(plugins.length).toBeGreaterThan(50);
  expect(findings).toEqual([]);
});

test('the nested options of an option without effect have none either', async () => {
  const { catalog } = await sources.read({ dir: join(ROOT, 'website/catalog'), projectRoot: ROOT });
  const isShared = (type: string): boolean => Object.keys(catalog.sharedTypes).some((name) => type.includes(name));
  const hasNoEffect = (text: string | null): boolean => text?.startsWith('Has no effect') === true;
  const findings = catalog.entries
    .flatMap(({ source }) => source.data.plugins)
    .flatMap(({ plugin, fields }) =>
      fields
        .filter((outer) => hasNoEffect(describeField(outer, catalog.shared)) && !isShared(outer.type))
        .flatMap((outer) => fields.filter(({ name }) => name.startsWith(`${outer.name}.`)))
        .filter((field) => !hasNoEffect(describeField(field, catalog.shared)))
        .map(({ name }) => `${plugin}: ${name}`),
    );
  expect(findings).toEqual([]);
});

/** The plugins for object stores reject a recipe whose path specifications are in several buckets. */
test('the path specifications of a sample are in one bucket', async () => {
  const { catalog } = await sources.read({ dir: join(ROOT, 'website/catalog'), projectRoot: ROOT });
  const samples = catalog.entries.flatMap(({ source: { data }, notes }) => [
    ...[data.recipe, ...data.plugins.map(({ recipe }) => recipe)].map((text) => ({ platform: data.platform, text: text ?? '' })),
    ...[...(notes ?? '').matchAll(/^```yaml[\s\S]*?^```/gm)].map(([text]) => ({ platform: data.platform, text })),
  ]);
  const bucketsOf = (text: string): Set<string> =>
    new Set([...text.matchAll(/- include: (\w+:\/\/[^/]+)/g)].map(([, bucket]) => bucket ?? ''));
  const found = samples
    .map(({ platform, text }) => ({ platform, buckets: [...bucketsOf(text)] }))
    .filter(({ buckets }) => buckets.length > 0);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(({ buckets }) => buckets.length > 1)).toEqual([]);
});

test('the GraphQL example of an entity does not select deprecated fields', async () => {
  const location = { dir: join(ROOT, 'website/catalog'), projectRoot: ROOT };
  const schema = (await graphql.read(location)).catalog.schema as GraphQLSchema;
  const { catalog } = await readEntities(location);
  const findings = catalog.entities.flatMap(({ name, urn, graphql: { query, select } }) =>
    query === null || select === ''
      ? []
      : validate(schema, parse(`{ ${query}(urn: ${JSON.stringify(urn)}) { ${select} } }`), [NoDeprecatedCustomRule]).map(
          ({ message }) => `${name}: ${message}`,
        ),
  );
  expect(findings).toEqual([]);
});

test('the GraphQL samples of the pages use no deprecated fields and arguments', async () => {
  const schema = (await graphql.read({ dir: join(ROOT, 'website/catalog'), projectRoot: ROOT })).catalog.schema as GraphQLSchema;
  const samples = readPages().flatMap((page) => examples(page).map((sample) => ({ file: page.file, ...sample })));
  const documents = samples.flatMap(({ file, line, language, code }) => {
    const place = `${file}:${line}`;
    if (language === 'graphql') return [{ place, document: code }];
    return Array.from(code.matchAll(/"query": "((?:query|mutation) [^"\n]*)"/g), ([, document = '']) => ({ place, document }));
  });
  const findings = documents.flatMap(({ place, document }) =>
    validate(schema, parse(document), [NoDeprecatedCustomRule]).map(({ message }) => `${place}: ${message}`),
  );
  expect(documents.length).toBeGreaterThan(100);
  expect(findings).toEqual([]);
});

test('the example URN of an entity that is identified by a SHA-256 hash in Base64 contains such a hash', async () => {
  const { catalog } = await readEntities({ dir: join(ROOT, 'website/catalog'), projectRoot: ROOT });
  const hashed = catalog.entities.filter(({ keyAspect }) =>
    catalog.aspects.get(keyAspect)?.fields.some(({ description }) => /SHA-256/.test(description)),
  );
  expect(hashed.map(({ name }) => name).toSorted()).toEqual(['dataHubAccessToken', 'inviteToken']);
  for (const { urn } of hashed) expect(urn).toMatch(/^urn:li:\w+:[\w+/]{43}=$/);
});
