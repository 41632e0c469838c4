/** The files of a migrated site: the configuration, sidebars, translations, redirects, the report, and a home page if the original one is a component. */
import type { Site } from '#build/site.ts';
import { onOneLine } from '#content/front-matter.ts';
import { WILDCARD } from '#content/components/replace-tag.ts';
import type { SidebarNode } from '#model/page.ts';
import { summarizeWarnings } from '#model/problem.ts';
import type { Problem } from '#model/problem.ts';
import { encodeAddress } from '#model/url.ts';

import { isRecord, listOf, textOf } from './foreign-site.ts';
import type { ForeignLocale, ForeignLocales, ForeignSite, Note, Values } from './foreign-site.ts';
import { withMovedLinks, withoutAnchor } from './links.ts';
import { suggestMap } from './survey.ts';
import type { UsedComponent } from './survey.ts';

/** Returns the configuration of the migrated site. @param toConfigPath returns a path of the site relative to the configuration */
export function configOf(
  foreign: ForeignSite,
  toConfigPath: (path: string) => string,
  used: readonly UsedComponent[],
): Record<string, unknown> {
  const { root, versions, ...docs } = foreign.docs;
  const placed = (Array.isArray(versions) ? (versions as Values[]) : []).map((version) => ({
    ...version,
    root: toConfigPath(String(version['root'])),
    ...(version['sidebar'] !== undefined && { sidebar: toConfigPath(String(version['sidebar'])) }),
  }));
  const { footer, ...config } = foreign.config;
  return {
    ...config,
    ...(footer !== undefined && { footer: withMovedLinks(footer, foreign) }),
    image: { remote: 'download' },
    staticDirectories: foreign.staticDirectories.map(toConfigPath),
    docs: {
      root: toConfigPath(root),
      ...docs,
      ...(isRecord(foreign.sidebars) && { sidebar: 'sidebars.json' }),
      ...(placed.length > 0 && { versions: placed }),
      ...(foreign.folders.length > 0 && {
        folders: foreign.folders.map(({ keys, sidebars }) => ({
          ...keys,
          root: toConfigPath(keys.root),
          ...(isRecord(sidebars) && { sidebar: `sidebars-${keys.name}.json` }),
        })),
      }),
      rules: { inlineRoot: toConfigPath('.'), ...foreign.rules },
    },
    ...(foreign.translations !== null && { i18n: i18nOf(foreign.translations, toConfigPath) }),
    ...(used.length > 0 && { components: suggestMap(used) }),
  };
}

/** Returns the locales that get a file of translations: the default locale if it has any, and all others. */
export function wordFiles(translations: ForeignLocales | null): Pick<ForeignLocale, 'name' | 'words'>[] {
  if (translations === null) return [];
  const { defaultLocale: name, words, locales } = translations;
  return [...(Object.keys(words).length > 0 ? [{ name, words }] : []), ...locales];
}

function i18nOf({ defaultLocale, keys, words, locales }: ForeignLocales, toConfigPath: (path: string) => string): Record<string, unknown> {
  const others = locales.map(({ name, root, folders, keys: own }) => {
    const placed = Object.fromEntries(Object.entries(folders).map(([folder, path]) => [folder, toConfigPath(path)]));
    const all = {
      ...own,
      root: toConfigPath(root),
      ...(Object.keys(placed).length > 0 && { folders: placed }),
      words: `words-${name}.yaml`,
    };
    return [name, all];
  });
  const main = { ...keys, ...(Object.keys(words).length > 0 && { words: `words-${defaultLocale}.yaml` }) };
  return { defaultLocale, locales: { [defaultLocale]: main, ...(Object.fromEntries(others) as Record<string, unknown>) } };
}

/** Returns the sidebars of the main docs and of each additional folder, with the names of the files to write. */
export const sidebarFiles = ({ sidebars, folders }: ForeignSite): [name: string, sidebars: unknown][] => [
  ...(isRecord(sidebars) ? [['sidebars.json', sidebars] as [string, unknown]] : []),
  ...folders.flatMap((folder): [string, unknown][] =>
    isRecord(folder.sidebars) ? [[`sidebars-${folder.keys.name}.json`, folder.sidebars]] : [],
  ),
];

/** Formats a JSON value as TypeScript source, indented by two spaces per level. */
function toSource(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${value
      .replace(/[\\']/g, (mark) => `\\${mark}`)
      .replaceAll('\n', '\\n')
      .replaceAll('\r', '\\r')}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const entries = Array.isArray(value)
    ? (value as unknown[]).map((each) => toSource(each, inner))
    : Object.entries(value).map(([key, each]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : toSource(key)}: ${toSource(each, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return open + close;
  const pad = Array.isArray(value) ? '' : ' ';
  const line = `${open}${pad}${entries.join(', ')}${pad}${close}`;
  if (!line.includes('\n') && line.length + indent.length < 100) return line;
  return `${open}\n${entries.map((each) => `${inner}${each},\n`).join('')}${indent}${close}`;
}

/** Formats the configuration as a TypeScript module. @param from path of its source, for the comment at the top */
export function configSource(config: Record<string, unknown>, from: string): string {
  const keys = Object.entries(config).map(([key, value]) => `  ${key}: ${toSource(value, '  ')},\n`);
  const imported = (name: string, module: string): string => `import { ${name} } from '${module}';`;
  return [
    // A folder can end with a star, so that its path would end the comment.
    `/** Generated by \`migrate\` from ${from.replaceAll(/\*\/|\s/g, ' ')}. You can edit this file. */`,
    imported('assistant', '@quire/assistant'),
    imported('defineConfig', '@quire/engine'),
    '',
    'export default defineConfig({',
    `${keys.join('')}  plugins: [assistant()],`,
    '});',
    '',
  ].join('\n');
}

/** Formats redirects, from old routes to new ones, as YAML. */
export const redirectsSource = (redirects: readonly (readonly [string, string])[]): string =>
  redirects.map(([from, to]) => `${JSON.stringify(from)}: ${JSON.stringify(to)}\n`).join('');

/** Formats translations, by the original text, as YAML. */
export const wordsSource = (words: Readonly<Record<string, string>>): string =>
  Object.keys(words).length === 0 ? '{}\n' : redirectsSource(Object.entries(words));

/** The result of a migration, for the report. */
export interface Report {
  title: string;
  notes: readonly Note[];
  /** Number of pages. */
  pages: number;
  /** The components of the content, whose files are relative to the configuration. */
  used: readonly UsedComponent[];
  problems: ReportedProblems;
}

export interface ReportedProblems {
  errors: readonly Problem[];
  /** Errors of a strict build that the written configuration permits. */
  mistakes: readonly Problem[];
  /** All other warnings. */
  others: readonly Problem[];
}

/** Renders `report.md`. */
export function reportOf({ title, notes, pages, used, problems: { errors, mistakes, others } }: Report): string {
  const section = (heading: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `\n## ${heading}\n\n${lines.join('\n')}\n`;
  const noted = (kind: Note['kind']): string[] => notes.filter((note) => note.kind === kind).map((note) => `- ${note.text}`);
  const summary = (problems: readonly Problem[]): string[] =>
    summarizeWarnings(problems).map((line) => line.replace(/^warning: /, '- ').replace(/^ {2}(?=\S)/, '  - '));
  const explained =
    mistakes.length === 0
      ? []
      : [
          'These are errors in a strict build. `site.config.ts` permits them with `onPageErrors` and the three keys that start with `onBroken`; remove those keys when you have corrected the mistakes.',
          '',
        ];
  return `# Migration of ${onOneLine(title)}

${pages} ${pages === 1 ? 'page was' : 'pages were'} read. \`site.config.ts\` beside this file builds them in place: nothing of the site was copied or changed.
${section('Kept', noted('kept'))}${section('Left out', noted('left out'))}${section('To decide', noted('decide'))}${section('Components', componentTable(used))}${section('Errors, which end a build', summary(errors))}${section(`Mistakes in the source, ${mistakes.length}`, [...explained, ...summary(mistakes)])}${section('Warnings', summary(others))}
To list all of them, one per line, run \`npm run build -- --config …/site.config.ts --verbose\`. For JSON, use \`--report report.json\`.
`;
}

/** Renders the components of the content as a table with the suggested mapping of each. */
function componentTable(used: readonly UsedComponent[]): string[] {
  if (used.length === 0) return [];
  const map = suggestMap(used);
  const rows = used.map(
    (component) =>
      `| \`${component.name}\` | ${component.uses} | ${component.files} | ${component.attributes.map((name) => `\`${name}\``).join(', ')} | \`${toSource(map[component.name] ?? map[WILDCARD]).replace(/\s+/g, ' ')}\` | ${component.file === null ? '' : `\`'${component.file}'\``} |`,
  );
  return [
    'A component that shows more than its content can be mapped to its file instead. The build then renders it, which runs its code.',
    '',
    '| Component | Uses | Files | Attributes | Suggested mapping | File |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ];
}

/** The folder of the page, beside the configuration. */
export const HOME_ROOT = 'home';

/** Returns the entry of `docs.folders` for the folder of the page. */
export const homeFolder = ({ folders }: ForeignSite): Record<string, unknown> => ({
  name: folders.some(({ keys }) => keys.name === HOME_ROOT) ? `${HOME_ROOT}-page` : HOME_ROOT,
  root: HOME_ROOT,
  routeBasePath: '/',
});

const MAX_LINKS = 4;
const MAX_ENTRIES = 12;

/** Escapes characters that have a meaning in MDX. */
const plain = (text: string): string => text.replace(/[\\<>{}[\]*_`]/g, (mark) => `\\${mark}`);

/** Returns the page of an entry of a sidebar; undefined if it has none. */
const pathOf = (node: SidebarNode): string | undefined =>
  node.type === 'page' || node.type === 'category' ? (node.path ?? undefined) : undefined;

/** Returns a link to a page; '' without a page of the site. */
const linkTo = (label: string, path: string | undefined): string =>
  path === undefined ? '' : `- [${plain(label)}](${encodeAddress(path)})`;

/**
 * Returns the home page as Markdown: the title and the tagline of the site, the first links of its navbar, and the top level of the sidebar of
 * its docs. Null if the site needs no page.
 * @param items the converted navbar
 */
export function homePage(
  { config, hasHomeComponent }: ForeignSite,
  items: readonly unknown[],
  { docs, navigation, linkResolver }: Site,
): string | null {
  if (hasHomeComponent !== true || docs.some(({ path }) => path === '/')) return null;
  const actions = items
    .flatMap((item) => (isRecord(item) && Array.isArray(item['items']) ? listOf(item['items']) : [item]))
    .flatMap((item) =>
      isRecord(item) ? [{ text: plain(String(item['label'])), link: textOf(item['to']) ?? textOf(item['href']) ?? '' }] : [],
    )
    .filter(({ link }) => /^\/[^/]/.test(link) && linkResolver.hasPath(withoutAnchor(link)));
  const tagline = textOf(config['tagline']);
  const frontMatter = {
    title: config['title'],
    ...(tagline !== undefined && { description: tagline }),
    hide_table_of_contents: true,
    displayed_sidebar: null,
    hero: { ...(tagline !== undefined && { tagline: plain(tagline) }), actions: actions.slice(0, MAX_LINKS) },
  };
  const [first] = navigation.order();
  const nodes = first === undefined ? [] : navigation.pageNavigation(first).nodes;
  const entries = nodes
    .map((node) => linkTo(node.label, pathOf(node)))
    .filter((entry) => entry !== '')
    .slice(0, MAX_ENTRIES);
  const lines = Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${entries.join('\n')}\n`;
}
