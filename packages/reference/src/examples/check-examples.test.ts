import { describe, expect, test } from 'vitest';

import { formatProblem } from '@quire/engine/model/problem.ts';
import { growthBeyondLinear } from '@quire/engine/testing/growth.ts';

import { sourceSchema } from '../sources/source-file.ts';
import { createExampleCheck } from './check-examples.ts';
import { cliSchema, environmentVariablesSchema } from './check-command.ts';

const source = sourceSchema.parse({
  platform: 'shop',
  name: 'Shop',
  otherTypes: ['shop-beta'],
  plugins: [
    {
      plugin: 'shop',
      support: 'certified',
      extra: 'shop',
      fields: [
        { name: 'host_port', type: 'string', required: true },
        { name: 'include_views', type: 'boolean', default: true },
        { name: 'top_n', type: 'integer', default: 10 },
        { name: 'mode', type: 'Enum', default: 'DAY', values: ['DAY', 'HOUR'] },
        { name: 'old', type: 'string', nullable: true, deprecated: true },
        { name: 'options', type: 'object', default: {} },
        { name: 'pattern', type: 'AllowDenyPattern' },
        { name: 'pattern.allow', type: 'Array of string', default: ['.*'] },
        { name: 'auth', type: 'Auth', nullable: true },
        { name: 'auth.token', type: 'string', required: 'with-parent' },
        { name: 'domain', type: 'map(string, AllowDenyPattern)', default: {} },
        { name: 'domain.`key`.allow', type: 'Array of string' },
      ],
    },
  ],
});

const cli = cliSchema.parse({
  program: 'datahub',
  commands: [
    { command: 'datahub', group: true, options: [{ flags: ['--debug/--no-debug'], flag: true }] },
    { command: 'datahub ingest', group: true, default: 'run' },
    {
      command: 'datahub ingest run',
      options: [
        { flags: ['-c', '--config'], required: true },
        { flags: ['-n', '--dry-run'], flag: true },
        { flags: ['--test-source-connection'], flag: true, sources: ['warehouse'] },
      ],
    },
    { command: 'datahub ingest mcps', arguments: [{ name: 'path', required: true }] },
    { command: 'datahub put', options: [{ flags: ['--kind'], choices: ['a', 'b'] }] },
  ],
  external: ['actions'],
  sinks: ['datahub-rest', 'console'],
  transformers: ['add_tags'],
});

const variables = environmentVariablesSchema.parse({
  cli: [{ name: 'DATAHUB_GMS_URL' }],
  services: [],
  others: ['KAFKA_BOOTSTRAP_SERVER'],
  prefixes: ['KAFKA_PROPERTIES_'],
});

const schema = 'type Query { dataset(urn: String!): Dataset }\ntype Dataset { urn: String! name: String }';

const check = createExampleCheck({ sources: [source], commands: { cli, variables }, schema });

/** Problems of one example whose fence is on line 10 of the page. */
const problemsOf = (language: string, code: string, meta = ''): string[] =>
  check({ file: 'content/docs/x.md', examples: [{ language, code, meta, line: 10 }] }).map((problem) =>
    formatProblem(problem).replace(`content/docs/x.md:`, '').replace(`the ${language} example: `, ''),
  );

const recipe = (config: string, rest = ''): string =>
  `source:\n  type: shop\n  config:\n    host_port: db:1\n${config.replace(/^/gm, '    ')}\n${rest}`;

/** Repeats a piece; `#` becomes a number, so that all keys differ. */
const numbered = (text: string): string => {
  let number = 0;
  return text.replaceAll('#', () => String(number++));
};

test.each([
  ['yaml', 'k#: a\n'],
  ['yaml', '- { source: { type: shop, config: { host_port: a, k#: b } } }\n'],
  ['shell', `curl -d '{"query": "x"}'\n`],
  ['shell', 'cat <<EOF\n'],
  ['shell', 'export SOME_VARIABLE_#=1\n'],
  ['python', 'f(a\n'],
  ['json', '['],
])('R-108 the time to check an example grows linearly with its length: %s, %j', (language, piece) => {
  expect(growthBeyondLinear((text) => problemsOf(language, numbered(text)), piece, 1 << 16)).toBeNull();
});

describe('R-606 recipes', () => {
  test('a valid recipe passes, with environment variables', () => {
    const config =
      'include_views: ${VIEWS}\ntop_n: 5\nmode: HOUR\noptions:\n  anything: 1\npattern:\n  allow: [a]\ndomain:\n  urn:li:domain:x:\n    allow: [b]\nauth:\n  token: <your-token>';
    expect(problemsOf('yaml', recipe(config, 'sink:\n  type: console\ntransformers:\n  - type: add_tags\n'))).toEqual([]);
  });

  test.each([
    ['an unknown option', 'inclde_views: true', ['15: shop has no option "inclde_views"; did you mean "include_views"?']],
    ['an unknown nested option', 'pattern:\n  alow: [a]', ['16: shop has no option "pattern.alow"; did you mean "allow"?']],
    ['an unknown option in a map', 'domain:\n  x:\n    deny: [b]', ['17: shop has no option "domain.x.deny"; known: allow']],
    ['a string for a boolean', 'include_views: maybe', ['15: "include_views" of shop must be true or false, but is "maybe"']],
    ['a word for a number', 'top_n: many', ['15: "top_n" of shop must be a whole number, but is "many"']],
    ['a string for a list', 'pattern:\n  allow: a', ['16: "pattern.allow" of shop must be a list, but is "a"']],
    ['a string for a mapping', 'pattern: a', ['15: "pattern" of shop must be a mapping of options, but is "a"']],
    ['a list for a string', 'old: [a]', ['15: "old" of shop must be a string, but is a list']],
    ['a value outside the enum', 'mode: WEEK', ['15: "mode" of shop must be one of DAY, HOUR; found "WEEK"']],
    [
      'a missing nested option',
      'auth: {}',
      ['15: shop needs the option "auth.token", which is missing (mark a deliberate fragment as "partial")'],
    ],
    ['a deprecated option', 'old: a', ['15: "old" of shop is deprecated']],
  ])('report %s', (_, config, expected) => {
    expect(problemsOf('yaml', recipe(config))).toEqual(expected);
  });

  test('report a missing option unless they are partial', () => {
    const code = 'source:\n  type: shop\n  config:\n    top_n: 1\n';
    expect(problemsOf('yaml', code)).toEqual([
      '14: shop needs the option "host_port", which is missing (mark a deliberate fragment as "partial")',
    ]);
    expect(problemsOf('yaml', code, 'title="x" partial')).toEqual([]);
    expect(problemsOf('yaml', code.replace('top_n', 'topn'), 'partial')).toHaveLength(1);
  });

  test('report unknown sources, sinks and transformers; a custom class passes', () => {
    expect(problemsOf('yaml', 'source:\n  type: shopp\n')).toEqual(['12: there is no source "shopp"; did you mean "shop"?']);
    expect(problemsOf('yaml', 'source:\n  type: my_module.MySource\n')).toEqual([]);
    expect(problemsOf('yaml', recipe('', 'sink:\n  type: datahub-reset\ntransformers:\n  - type: nothing\n'))).toEqual([
      '17: there is no sink "datahub-reset"; did you mean "datahub-rest"?',
      '19: there is no transformer "nothing"; known: add_tags',
    ]);
  });

  test('an alternative type selects the same options; a pipeline of actions is not a recipe', () => {
    expect(problemsOf('yaml', recipe('no: 1').replace('type: shop', 'type: shop-beta'))).toHaveLength(1);
    expect(problemsOf('yaml', 'source:\n  type: kafka\naction:\n  type: x\n')).toEqual([]);
  });

  test('are found at any depth and in every document', () => {
    expect(problemsOf('yaml', 'a: 1\n---\nrecipes:\n  - source:\n      type: nope\n')).toEqual([
      '15: there is no source "nope"; known: shop, shop-beta',
    ]);
  });
});

describe('R-606 data and programs', () => {
  test.each([
    ['yaml', 'a: [1', /^1[12]: it is not valid YAML: /],
    ['json', '{\n  "a": 1,\n}', /^13: it is not valid JSON: /],
    ['json', '{"query": "{ dataset(urn: \\"x\\") { nme } }"}', /^11: .*nme/],
    ['python', 'print = "a', /^11: the string that starts with " is not closed$/],
    ['python', 'x = """\na\n', /^11: the string that starts with """ is not closed$/],
    ['python', 'a = [1\nb = 2)', /^12: "\)" does not match: "\[" in line 1 of the example is open$/],
    ['python', 'f(\n  1', /^11: "\(" is not closed$/],
    ['python', 'if a == "b: c"\n    pass', /^11: "if" needs a ":"$/],
    ['python', 'if a:\n \tpass', /^12: mixes spaces and tabs in its indentation$/],
    ['graphql', 'query {\n  dataset(urn: "x") { nam }\n}', /^12: .*nam.*name/],
    ['graphql', 'query {', /^11: is not valid GraphQL/],
    ['shell', 'echo "a', /^11: the quote " is not closed$/],
  ])('%s %j is reported', (language, code, expected) => {
    const problems = problemsOf(language, code);
    expect(problems.join('\n')).toMatch(expected);
  });

  test.each([
    [
      'python',
      'async def f(a: int = {1: "x"}[1]) -> str:\n    """Doc: "quoted" \\""""\n    return f\'{a}\' # it\'s "fine\n\nx = (1,\n     2)\nclass A: pass\nfor i in [1]:  # (\n    pass\n',
    ],
    ['python', 'x = 1 if a \\\n  else 2\nwith open("a") as b, \\\n     open("c") as d:\n    pass'],
    ['python', "r'\\d' + rb'''a'b''' + 'it\\'s' + \"\\\\\""],
    ['json', '[1, {"a": null}]'],
    ['yaml', 'a: ${X}\nb: "<your-token>"\n'],
    ['graphql', 'query { dataset(urn: "x") { urn name } }'],
    ['shell', "cat <<EOF > a.yml\nit's \"fine\nEOF\necho 'a \"b' # don't"],
    ['text', '{ "not": checked'],
  ])('%s %j passes', (language, code) => {
    expect(problemsOf(language, code)).toEqual([]);
  });

  test('partial JSON and GraphQL may be incomplete; unchecked examples are skipped', () => {
    expect(problemsOf('json', '"a": 1', 'partial')).toEqual([]);
    expect(problemsOf('json', '"a": 1', 'title="partial"')).toHaveLength(1);
    expect(problemsOf('graphql', 'query { nothing }', 'unchecked')).toEqual([]);
  });
});

describe('R-606 commands', () => {
  test.each([
    ['datahub ingest -c recipe.yml'],
    ['datahub --debug ingest run --config=x.yml --dry-run'],
    ['DATAHUB_GMS_URL=http://x datahub ingest -c "a b.yml" && echo done'],
    ['python3 -m datahub ingest mcps <file>'],
    ['datahub ingest \\\n  --config x.yml \\\n  -n | tee log.txt'],
    ['datahub actions -c whatever --anything'],
    ['datahub ingest --help'],
    ['kubectl exec datahub -- ls --nothing'],
  ])('%j passes', (code) => {
    expect(problemsOf('shell', code)).toEqual([]);
  });

  test.each([
    ['datahub ingst -c x', ['11: "datahub" has no sub-command "ingst"; did you mean "ingest"?']],
    ['echo a\ndatahub ingest --confg x', ['12: "datahub ingest run" has no option --confg; did you mean "--config"?']],
    ['datahub ingest run', ['11: "datahub ingest run" needs the option -c or --config']],
    ['datahub ingest mcps', ['11: "datahub ingest mcps" needs the argument path']],
    ['datahub ingest mcps a b', ['11: "datahub ingest mcps" takes 1 argument; "b" is unexpected']],
    ['datahub ingest -c', ['11: -c of "datahub ingest run" needs a value']],
    ['datahub put --kind z', ['11: --kind of "datahub put" must be one of a, b; found "z"']],
  ])('%j is reported', (code, expected) => {
    expect(problemsOf('shell', code).slice(0, 1)).toEqual(expected);
  });

  test('only the commands of a session are checked, not its output', () => {
    expect(problemsOf('shell-session', '$ datahub ingest \\\n    -c x\nran "it\n$ datahub nope')).toEqual([
      '14: "datahub" has no sub-command "nope"; known: ingest, put',
    ]);
  });
});

describe('R-606 environment variables', () => {
  test.each([
    ['shell', 'export DATAHUB_GMS_ULR=x', ['11: The variable DATAHUB_GMS_ULR does not exist; did you mean DATAHUB_GMS_URL?']],
    [
      'yaml',
      'environment:\n  - KAFKA_BOOTSTRAP_SERVERS=x',
      ['12: The variable KAFKA_BOOTSTRAP_SERVERS does not exist; did you mean KAFKA_BOOTSTRAP_SERVER?'],
    ],
    [
      'yaml',
      'env:\n  - name: DATAHUB_GMS_UR\n    value: x',
      ['12: The variable DATAHUB_GMS_UR does not exist; did you mean DATAHUB_GMS_URL?'],
    ],
    ['shell', 'export MY_TOKEN=x\nexport KAFKA_PROPERTIES_SASL=y\nexport DATAHUB_GMS_URL=z', []],
  ])('%s %j', (language, code, expected) => {
    expect(problemsOf(language, code)).toEqual(expected);
  });
});

describe('lists in requests', () => {
  const message = '11: Rest.li rejects a URL-encoded `List(…)`. Pass the list with --data, and encode only the URNs inside it.';

  test.each([
    ["curl --get x --data-urlencode 'types=List(A)'", [message]],
    ["curl 'http://x/y?types=List%28A%29'", [message]],
    ["curl --get x --data 'types=List(A)' --data-urlencode 'urn=urn:li:tag:a'", []],
  ])('%s', (code, expected) => {
    expect(problemsOf('shell', code)).toEqual(expected);
  });
});

describe('options that depend on the source', () => {
  const command = { language: 'shell', code: 'datahub ingest -c shop.yml --test-source-connection', meta: '', line: 1 };
  const yaml = (type: string, title: string) => ({
    language: 'yaml',
    code: `source:\n  type: ${type}\n`,
    meta: `title="${title}" unchecked`,
    line: 9,
  });

  test.each([
    ['the recipe of another source', [yaml('shop', 'shop.yml'), yaml('warehouse', 'other.yml')], ['shop']],
    ['the recipe of a source that supports it', [yaml('warehouse', 'shop.yml')], []],
    ['no recipe', [], []],
    ['only recipes with other names', [yaml('shop', 'a.yml')], ['shop']],
  ])('%s', (_, recipes, types) => {
    const problems = check({ file: 'x.md', examples: [command, ...recipes] }).map(({ message }) => message);
    expect(problems).toEqual(
      types.map((type) => `the shell example: --test-source-connection works only with the sources warehouse; the recipe has ${type}`),
    );
  });
});
