import type { GenerateContext, GeneratedPage } from '../contract.ts';
import { blocks, fencedCode, table } from '../markdown/blocks.ts';
import { codeSpan, escapeMarkdown, sentence } from '../markdown/escape.ts';
import { summaryOf } from '../markdown/summary.ts';
import { CAPABILITIES } from '../schema/source.ts';
import type { Capability, Plugin, SharedFields, Source, SupportStatus } from '../schema/source.ts';
import { splitNotes } from './notes.ts';
import { renderOptions } from './options.ts';
import type { SourceEntry } from './read-sources.ts';
import { relatedGuides } from './related-guides.ts';

/** Folder of the pages, below the docs' root. */
export const SOURCES_FOLDER = 'generated/ingestion/sources';

const SUPPORT_WORDS: Readonly<Record<SupportStatus, string>> = {
  certified: 'Certified: proven in many installations',
  incubating: 'Incubating: ready to use, with details that may still change',
  testing: 'Testing: an experiment that may change at any time',
  unknown: 'Not rated',
};

/** The page of one source: what it brings in, what it can do, how to begin, and every option of its plugins. */
export function sourcePage({ source, notes }: SourceEntry, shared: SharedFields, context: GenerateContext): GeneratedPage {
  const { data, file } = source;
  const id = `${SOURCES_FOLDER}/${data.platform}`;
  const { introduction, prerequisites, troubleshooting, others } = splitNotes(notes ?? '');
  const single = data.plugins.length === 1 ? data.plugins[0] : undefined;
  const markdown = blocks(
    introduction === '' ? sentence(data.summary ?? `Reads metadata from ${data.name}.`) : introduction,
    single === undefined ? pluginTable(data) : supportLine(single, data),
    single === undefined ? null : capabilities(single, '##', ''),
    prerequisites,
    ...data.plugins.map((plugin, index) =>
      pluginPart(plugin, index === 0 ? (plugin.recipe ?? data.recipe) : plugin.recipe, single !== undefined, shared),
    ),
    ...others,
    troubleshooting,
    relatedGuides(data.platform, id, context),
  );
  return {
    id,
    source: `${id}.md`,
    path: `${context.basePath}/${id}`,
    title: data.name,
    sidebarLabel: data.name,
    sidebarPosition: null,
    description: summaryOf(
      `${data.name} as a source of metadata`,
      data.summary ?? 'capabilities, a starter recipe, and every option with its type and default',
    ),
    keywords: [...new Set([...data.plugins.map((plugin) => plugin.plugin), ...data.aliases, 'recipe', 'connector', 'source'])],
    markdown: `${markdown}\n`,
    file,
  };
}

/** Sections of one plugin: on their own level where there is only one, below the plugin's heading else. */
function pluginPart(plugin: Plugin, recipe: string | undefined, alone: boolean, shared: SharedFields): string {
  const level = alone ? '##' : '###';
  const name = plugin.plugin;
  const id = (part: string): string => (alone ? `{#${part}}` : `{#${part}-${name}}`);
  const title = `title=${JSON.stringify(`${name}_recipe.yml`)}`;
  return blocks(
    alone ? null : `## Plugin ${codeSpan(name)} {#${name}}`,
    alone ? null : capabilities(plugin, level, `-${name}`),
    `${level} Install ${id('install')}`,
    plugin.extra === null ? 'The plugin needs nothing beside the package itself.' : null,
    fencedCode('shell', `python3 -m pip install --upgrade 'acryl-datahub${plugin.extra === null ? '' : `[${plugin.extra}]`}'`),
    recipe === undefined ? null : `${level} Starter recipe ${id('recipe')}`,
    recipe === undefined ? null : 'Values in `${…}` come from the environment. Every option is listed below.',
    recipe === undefined ? null : fencedCode('yaml', recipe, title),
    recipe === undefined ? null : fencedCode('shell', `datahub ingest -c ${name}_recipe.yml`),
    `${level} Options ${id('options')}`,
    plugin.fields.length === 0
      ? 'This plugin has no options.'
      : 'A dot in a name leads into the option before it; under `<key>` stand names of your own.',
    renderOptions(plugin, shared),
  );
}

function supportLine(plugin: Plugin, source: Source): string {
  const aliases = source.aliases.length === 0 ? '' : ` (also ${source.aliases.map(codeSpan).join(', ')})`;
  return blocks(`- **Support status**: ${SUPPORT_WORDS[plugin.support]}\n- **Plugin**: ${codeSpan(plugin.plugin)}${aliases}`);
}

function pluginTable(source: Source): string {
  const rows = source.plugins.map((plugin) => [
    `[${codeSpan(plugin.plugin)}](#${plugin.plugin})`,
    SUPPORT_WORDS[plugin.support],
    `${plugin.fields.length}`,
  ]);
  const aliases = source.aliases.length === 0 ? null : `Recipes may also name ${source.aliases.map(codeSpan).join(', ')}.`;
  return blocks('## Plugins {#plugins}', table(['Plugin', 'Support status', 'Options'], rows), aliases);
}

function capabilities(plugin: Plugin, level: string, suffix: string): string {
  const order = Object.keys(CAPABILITIES) as Capability[];
  const rows = plugin.capabilities
    .toSorted((a, b) => order.indexOf(a.capability) - order.indexOf(b.capability))
    .map(({ capability, supported, note }) => [escapeMarkdown(CAPABILITIES[capability]), supported ? 'Yes' : 'No', sentence(note ?? '')]);
  if (rows.length === 0) return '';
  return blocks(`${level} Capabilities {#capabilities${suffix}}`, table(['Capability', 'Supported', 'Notes'], rows));
}
