/** Derives the questions that a source page answers from its catalog file. */
import type { Question } from '../generator.ts';
import { groupAnchor, groupsOf } from './option-tables.ts';
import type { Capability, Notes, Plugin, Source } from './source-file.ts';

/** Suffix of the section ids of a plugin; empty on pages with one plugin. */
export const suffixOf = (plugin: Plugin, { plugins }: Source): string => (plugins.length === 1 ? '' : `-${plugin.plugin}`);

/** A symptom in troubleshooting notes, as a heading or the bold start of a list item, that consists in missing metadata. */
const MISSING_METADATA = /^(?:### .*|- \*\*[^*]*)\b(?:missing|skipped|empty|nothing|no)\b/im;

/** What prerequisites contain if they name permissions: a word for them, or what an account can do. */
const PERMISSION =
  /permission|privilege|\brole|grant|polic|admin|\brights|access to list|read access|\b(?:account|user|credential)\b[^.]*\b(?:can|with|allow)\b/i;

/** Returns the questions that the generated sections of a source page answer, and those that its notes answer. */
export function factQuestions(source: Source, { prerequisites, troubleshooting }: Notes): Question[] {
  const { name, plugins } = source;
  const [plugin] = plugins;
  if (plugin === undefined) return [];
  const suffix = suffixOf(plugin, source);
  const has = (capability: Capability): boolean => plugin.capabilities.some((each) => each.supported && each.capability === capability);
  const groups = groupsOf(plugin).map(({ id }) => id);
  const recipe = plugin.recipe ?? source.recipe;
  const objects = plugin.fields.some((field) => field.name === 'table_pattern') ? 'tables' : 'entities';
  return [
    ...(PERMISSION.test(prerequisites ?? '') ? [{ ask: `Which permissions does the ${name} source need?`, at: 'prerequisites' }] : []),
    { ask: `Which pip package do I install for ${name} ingestion?`, at: `install${suffix}` },
    ...(recipe === undefined
      ? []
      : [
          `How do I ingest metadata from ${name}?`,
          `How do I set up ${name} ingestion?`,
          ...(plugin.fields.length > 0 ? [`How do I connect ${name}?`] : []),
          `sample recipe yaml for ${name}`,
        ].map((ask) => ({ ask, at: `recipe${suffix}` }))),
    ...(has('LINEAGE_FINE')
      ? [{ ask: `Does ${name} ingestion support column-level lineage?`, at: `capabilities${suffix}` }]
      : has('DELETION_DETECTION')
        ? [{ ask: `Are ${objects} deleted in ${name} also removed from DataHub?`, at: `capabilities${suffix}` }]
        : []),
    ...(groups.includes('required')
      ? [{ ask: `Which settings are mandatory in a recipe for ${name}?`, at: groupAnchor('required', suffix) }]
      : []),
    ...(MISSING_METADATA.test(troubleshooting ?? '')
      ? [{ ask: `${name} ingestion runs but metadata is missing`, at: 'troubleshooting' }]
      : []),
  ];
}

/** How readers ask whether a source has a capability, and for its data. */
const ASKED_CAPABILITIES: Partial<Record<Capability, (name: string) => readonly string[]>> = {
  LINEAGE_COARSE: (name) => [`${name} lineage`, `Does DataHub show the lineage of ${name}?`],
  LINEAGE_FINE: (name) => [`${name} column-level lineage`, `Does ${name} support lineage between columns?`],
  DATA_PROFILING: (name) => [`${name} profiling`, `Does ${name} support data profiling?`],
  USAGE_STATS: (name) => [`${name} usage statistics and queries`, `Does ${name} ingestion read usage?`],
  TAGS: (name) => [`Are tags of ${name} ingested?`],
  OWNERSHIP: (name) => [`Are owners ingested from ${name}?`],
};

/** How readers ask for the options of a group. */
const ASKED_GROUPS: Readonly<Record<string, (name: string) => readonly string[]>> = {
  connection: (name) => [`${name} authentication and connection options`, `username, password, or key for ${name}`],
  filters: (name) => [`exclude schemas, tables, or other objects of ${name}`, `${name} filter with allow and deny patterns`],
  lineage: (name) => [`lineage options of ${name}`],
  usage: (name) => [`usage options of ${name}`],
  profiling: (name) => [`profiling options of ${name}`, `turn on profiling for ${name}`],
  'stateful-ingestion': (name) => [`${name} stateful ingestion`, `remove deleted ${name} entities from the catalog`],
};

/** Data that some accounts cannot read, and that readers miss. */
const DATA = ['lineage', 'usage', 'profiles'];

function askedPrerequisites(name: string, prerequisites: string): string[] {
  const common = [`prerequisites of ${name} ingestion`];
  if (!PERMISSION.test(prerequisites)) return common;
  const data = DATA.filter((one) => prerequisites.toLowerCase().includes(one));
  return [...common, `rights and grants of the ${name} account`, ...data.map((one) => `Which permissions does ${name} need for ${one}?`)];
}

/** Returns further ways to ask for the sections of a source page, which readers do not see. */
export function factPhrasings(source: Source, { troubleshooting, prerequisites }: Notes): Question[] {
  const { name, plugins } = source;
  const [first] = plugins;
  if (first === undefined) return [];
  const ofSection = (at: string | undefined, asked: readonly string[]): Question[] =>
    asked.map((ask) => ({ ask, ...(at !== undefined && { at }) }));
  const capabilities = Object.entries(ASKED_CAPABILITIES).flatMap(([capability, asked]) => {
    const plugin = plugins.find((one) => one.capabilities.some((each) => each.capability === capability));
    return plugin === undefined ? [] : ofSection(`capabilities${suffixOf(plugin, source)}`, asked(name));
  });
  const groups = Object.entries(ASKED_GROUPS).flatMap(([group, asked]) => {
    const plugin = plugins.find((one) => groupsOf(one).some(({ id }) => id === group));
    return plugin === undefined ? [] : ofSection(groupAnchor(group, suffixOf(plugin, source)), asked(name));
  });
  return [
    ...ofSection(undefined, [
      `Does DataHub support ${name}?`,
      `Can DataHub connect to ${name}?`,
      `Is a connector available for ${name}?`,
      `What is extracted from ${name}?`,
    ]),
    ...ofSection(plugins.length === 1 ? undefined : 'plugins', [`Is the ${name} source ready for production, certified, or in testing?`]),
    ...capabilities,
    ...groups,
    ...(prerequisites === null ? [] : ofSection('prerequisites', askedPrerequisites(name, prerequisites))),
    ...(troubleshooting === null
      ? []
      : ofSection('troubleshooting', [
          `${name} ingestion fails with an error`,
          ...DATA.filter((data) => troubleshooting.includes(data)).map((data) => `${name} ${data} is missing`),
        ])),
  ];
}
