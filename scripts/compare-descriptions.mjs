/**
 * Compares the catalog's descriptions of source options with JSON Schemas of the plugins' own configuration classes:
 *
 *     npm exec -- node scripts/compare-descriptions.mjs SCHEMAS.json
 *
 * SCHEMAS.json contains the schema of each plugin, by name, in `plugins`. The script reports options whose original description contains a
 * marker (see `MARKERS`) that the catalog's description lacks, enums with different values, and numbers with different limits. It exits with
 * status 1 if it reports anything. Not every report is an error, so review each one.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { describeField, sources } from '@quire/reference/catalog';

/** Markers in an original description (`original`), and the words in the catalog's description that have the same meaning (`ours`). */
export const MARKERS = [
  { name: 'deprecated', original: /\bdeprecat/i, ours: /\bdeprecat|superseded/i },
  {
    name: 'condition',
    original:
      /\bonly (if|when|used|applicable|applies|for|works|needed)\b|\brequired (if|when|for)\b|\bmust be (set|specified|provided|enabled|true|false)\b|\bneeds to be set\b|\botherwise required\b|\bmandatory\b/i,
    ours: /\bonly\b|\bneeds?\b|\brequire[sd]?\b|\bmust\b|\bunless\b|\bif\b/i,
  },
  {
    name: 'default',
    original:
      /\bdefaults? (to|is|value)\b|\bby default\b|\bif (this field is |it is )?not (provided|set|specified)\b|\bif (left )?empty\b/i,
    ours: /\bdefaults?\b|\bwithout\b|\bleft (empty|out)\b|\bleave\b|\bomit|\bempty\b|\botherwise\b|\bon\b|\boff\b/i,
  },
  {
    name: 'supported',
    original:
      /\bonly supported\b|\bsupported (only|for|on|in)\b|\bnot (yet )?supported\b|\bcurrently (only|\S+ (and|or) \S+ files are supported)\b|\bonly (available|work with)\b|\bsupports only\b/i,
    ours: /\bonly\b|\bsupport/i,
  },
  {
    name: 'privilege',
    original: /\bprivileges?\b|\bpermissions?\b|\bgrants?\b/i,
    ours: /\bprivilege|\bpermission|\bgrant|\baccess\b|\bright\b|\brole\b|\ballow/i,
  },
  { name: 'incubating', original: /\bincubating\b/i, ours: /\bincubating\b/i },
  { name: 'advanced', original: /\[advanced\]|\badvanced:|\blow[ -]level\b/i, ours: /\badvanced\b/i },
  { name: 'experimental', original: /\bexperimental\b|\bin beta\b/i, ours: /\bexperiment|\bbeta\b|\btrial\b/i },
  {
    name: 'ignored',
    original: /\bignored (if|when)\b|\b(will be|is|are) ignored\b|\bno effect\b|\bnot used if\b/i,
    ours: /\bignored\b|\bno effect\b|\bnot used\b|\bskipped\b|\bonly\b|\bwithout\b|\bunless\b/i,
  },
];

/** Returns the options of a JSON Schema by dotted name, in which `` `key` `` stands for the keys of a map. */
export function flattenSchema(schema) {
  const options = new Map();
  const resolve = (node) => {
    const ref = node.$ref ?? (node.allOf?.length === 1 ? node.allOf[0].$ref : undefined);
    return ref === undefined ? node : { ...schema.definitions[ref.split('/').at(-1)], ...node, $ref: undefined, allOf: undefined };
  };
  const visit = (raw, name, seen) => {
    const node = resolve(raw);
    if (name !== '')
      options.set(name, {
        description: raw.description ?? '',
        deprecated: raw.deprecated === true,
        values: node.enum,
        constraints: constraintsOf(node),
      });
    const key = raw.$ref ?? raw.allOf?.[0]?.$ref;
    if (key !== undefined && seen.includes(key)) return;
    const inside = key === undefined ? seen : [...seen, key];
    for (const [child, value] of Object.entries(node.properties ?? {})) visit(value, name === '' ? child : `${name}.${child}`, inside);
    if (typeof node.additionalProperties === 'object') visit(node.additionalProperties, `${name}.\`key\``, inside);
    if (node.items !== undefined) visit({ ...node.items, description: raw.description }, name, inside);
    for (const variant of node.anyOf ?? []) visit({ ...variant, description: raw.description }, name, inside);
  };
  visit(schema, '', []);
  return options;
}

/** Returns the limits of a number in the catalog's notation, such as `gt 0`. */
function constraintsOf({ exclusiveMinimum: gt, minimum: ge, exclusiveMaximum: lt, maximum: le }) {
  const limits = Object.entries({ gt, ge, lt, le }).filter(([, value]) => value !== undefined);
  return limits.map(([name, value]) => `${name} ${value}`);
}

/** Returns the differences for one option of the catalog: names of markers, values, and limits. */
export function compareOption(original, ours) {
  const text = ours.description ?? '';
  const findings = MARKERS.filter(({ name, original: pattern, ours: words }) => {
    if (name === 'deprecated') return (original.deprecated || pattern.test(original.description)) && !ours.deprecated && !words.test(text);
    // An option without an effect has no conditions.
    if (text.startsWith('Has no effect')) return false;
    if (name === 'default' && (ours.computed !== undefined || (ours.default !== undefined && ours.default !== null))) return false;
    return pattern.test(original.description) && !words.test(text);
  }).map(({ name }) => name);
  // Ignore enums with values that the extraction of the schema could not resolve.
  const values = original.values?.some((value) => String(value).startsWith('<')) ? undefined : original.values?.map(String);
  if (values !== undefined && ours.values !== undefined && values.toSorted().join() !== ours.values.toSorted().join())
    findings.push(`values ${values.join()}`);
  if (values !== undefined && ours.values === undefined && ours.type === 'Enum') findings.push(`values ${values.join()}`);
  const limits = Object.entries(ours.constraints ?? {}).map(([name, value]) => `${name} ${value}`);
  if (limits.toSorted().join() !== original.constraints.toSorted().join())
    findings.push(`constraints ${original.constraints.join() || 'none'}`);
  return findings;
}

async function main([file]) {
  if (file === undefined) {
    process.stderr.write('Name the file with the JSON Schemas: node scripts/compare-descriptions.mjs SCHEMAS.json\n');
    return 2;
  }
  const { plugins } = JSON.parse(readFileSync(file, 'utf8'));
  const { catalog } = await sources.read({ dir: 'website/catalog', projectRoot: process.cwd() });
  let reported = 0;
  for (const { source } of catalog.entries) {
    for (const plugin of source.data.plugins) {
      const originals = flattenSchema(plugins[plugin.plugin] ?? {});
      for (const field of plugin.fields) {
        const original = originals.get(field.name);
        if (original === undefined) continue;
        const description = describeField(field, catalog.shared) ?? '';
        for (const finding of compareOption(original, { ...field, description })) {
          reported++;
          process.stdout.write(`${plugin.plugin} ${field.name}: ${finding}\n  original: ${original.description}\n  ours: ${description}\n`);
        }
      }
    }
  }
  process.stdout.write(`${reported} candidates\n`);
  return reported === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
