/**
 * Renders the options of a plugin as Markdown tables: groups in the order in which readers need them, nested options in
 * collapsed tables.
 */
import { blocks, codeElement, codeSpan, escapeAttribute, escapeMarkdown, plainText, sentence, table } from '../markdown.ts';
import { ANY_KEY, describeField, parentOf, topOf } from './source-file.ts';
import type { Field, Plugin, SharedFields, SharedTypes } from './source-file.ts';

export interface OptionGroup {
  id: string;
  label: string;
}

/** Groups in the order of the page. A top-level option belongs to the first group whose pattern matches its name. */
const GROUPS: readonly (OptionGroup & { pattern: RegExp })[] = [
  {
    id: 'connection',
    label: 'Connection',
    pattern:
      /^(hosts?|host_port|port|user(name)?|password|token|token_\w+|database|initial_database|account_id|warehouse|role|scheme|sqlalchemy_uri|connect_\w+|connection|options|uri_args|use_odbc|authentication_type|auth|authMechanism|api_key|access_token|consumer_key|security_token|instance_url|is_sandbox|secure|protocol|site|site_name|site_url|workspace(_url|_name)?|tenant_id|client_\w+|credential|transport_options|timeout|verify_\w+|use_ssl|ssl_\w+|ca_\w+|private_key\w*|oauth_config|oid_config|base_url|url|url_prefix|authority|redirect|graph_url|get_token|okta_domain|okta_api_token|aws_\w+|extra_client_options|project_on_behalf|ldap_\w+|base_dn|issuer_url|web_service_url|display_uri|api|api_options|report_\w*virtual_directory_name|s3_staging_dir|work_group|query_result_location|provider|schema_registry_class|workstation_name|server_alias|adls|localfs|s3|service_name|metastore_db_name)$/,
  },
  { id: 'lineage', label: 'Lineage', pattern: /lineage|upstream|sql_pars(er|ing)|native_query_parsing|parse_table_names/ },
  {
    id: 'usage',
    label: 'Usage and query history',
    pattern:
      /usage|top_n_queries|operational_stats|bucket_duration|^(start|end)_time$|user_email_pattern|email_domain|format_sql_queries|query_log_table|audit_(log|metadata)|max_query_duration|log_page_size/,
  },
  { id: 'profiling', label: 'Profiling', pattern: /^(?!okta_|aws_|store_last_).*profil/ },
  { id: 'stateful-ingestion', label: 'Stateful ingestion', pattern: /^(stateful_ingestion$|store_last_)/ },
  {
    id: 'filters',
    label: 'Filters and scope',
    pattern:
      /(?<!^owner_extraction|^uri_replace|_naming|_browse)_patterns?$|^(ignore|skip|exclude)_|^include_(?!.*(external_url|_guid$|_in_ids$))|^(filter|tenants|project_id|project_ids|projects|entities_enabled|drop_missing\w*|filter_dataset_endorsements|match_fully_qualified_names)$|_where_clause_suffix$|^okta_\w+_(filter|search)$/,
  },
  {
    id: 'naming',
    label: 'Environment, domains, and URNs',
    pattern:
      /^(env|domain|platform|platform_(instance|instance_map|name|urn)|database_alias\w*|target_platform\w*|convert_\w*urns\w*|\w+_as_urn_part|\w+_in_(ids|urn|assertion_guid)|server_to_platform_instance|include_\w+_(guid|in_ids)|add_database_name_to_urn|\w+_(naming|browse)_pattern)$/,
  },
];

const OTHER: OptionGroup = { id: 'other', label: 'Other options' };
const REQUIRED: OptionGroup = { id: 'required', label: 'Required' };
const PAGE_ORDER = ['required', 'connection', 'filters', 'lineage', 'usage', 'profiling', 'stateful-ingestion', 'naming', 'other'];

/** The options that come first in their group, because readers set them first. */
const PRIORITY = [
  'host_port',
  'account_id',
  'workspace_url',
  'connect_uri',
  'base_url',
  'username',
  'password',
  'token',
  'warehouse',
  'role',
];

/**
 * Options that moved to another group, with the id of their previous group. If a page no longer has that group, its anchor
 * leads to the option, so that old links still work.
 */
const PREVIOUS_GROUPS: Readonly<Record<string, string>> = {
  add_database_name_to_urn: 'other',
  uri_replace_pattern: 'filters',
  workspace_id_pattern: 'connection',
};

/** Returns the group of a top-level option. */
export function groupOf({ name, required }: Pick<Field, 'name' | 'required'>): OptionGroup {
  if (required === true) return REQUIRED;
  return GROUPS.find(({ pattern }) => pattern.test(name)) ?? OTHER;
}

/**
 * Renders `<OptionFilter plugin="snowflake"/>`, the island of `browser/option-filter.ts`. For a plugin with few options, it
 * renders no input field and only marks where the options start.
 */
export function renderOptionFilter({ plugin, few }: Readonly<Record<string, string | true>>): string {
  const island = `data-island="option-filter" data-plugin="${escapeAttribute(String(plugin))}"`;
  if (few === true) return `<div class="option-filter" ${island} hidden></div>`;
  return (
    `<div class="option-filter needs-script" ${island} role="search" aria-label="Options" data-nosnippet>` +
    '<label>Filter options<input type="search" autocomplete="off" spellcheck="false" placeholder="Name or word"></label>' +
    '<button type="button" class="button">Expand all</button><p role="status">The + button of an option adds it to a recipe.</p></div>'
  );
}

/** Minimum number of options for a filter. */
const MIN_FILTER_OPTIONS = 15;

/** Name and type share a column: four columns leave no room for text on a phone. */
const HEADER = ['Option and type', 'Default', 'What it does'];

/** The state that the tables of one page share. */
export interface OptionContext {
  shared: SharedFields;
  sharedTypes: SharedTypes;
  /** Collects the shared types that the tables mention, each with the nested options of its first use. */
  used: Map<string, readonly Field[]>;
}

/** Headings and ids of a plugin's sections. On a page with several plugins, they are one level deeper and have a suffix. */
export interface SectionStyle {
  /** The number signs of its headings: `##` or `###`. */
  level: string;
  /** Suffix of its section ids: `` or `-powerbi`. */
  suffix: string;
}

/** Renders all options of a plugin, each group below a heading one level deeper than the plugin's sections. */
export function renderOptions(plugin: Plugin, context: OptionContext, { level, suffix }: SectionStyle): string {
  const groups = inGroups(plugin);
  const anchorsOfMissingGroups = new Map(
    Object.entries(PREVIOUS_GROUPS).flatMap(([option, id]) =>
      groups.some(({ group }) => group.id === id) ? [] : [[option, groupAnchor(id, suffix)] as const],
    ),
  );
  const tables = new OptionTables(plugin, context, anchorsOfMissingGroups);
  const parts = groups.flatMap(({ group, fields }) => [
    `${level}# ${group.label} {#${groupAnchor(group.id, suffix)}}`,
    tables.group(fields, group === REQUIRED),
  ]);
  return blocks(`<OptionFilter plugin="${plugin.plugin}"${plugin.fields.length < MIN_FILTER_OPTIONS ? ' few' : ''}/>`, ...parts);
}

/** Returns the top-level options by group, in the order of the page. */
function inGroups({ fields }: Plugin): { group: OptionGroup; fields: Field[] }[] {
  const top = Map.groupBy(
    fields.filter((field) => parentOf(field.name) === null),
    (field) => groupOf(field).id,
  );
  return PAGE_ORDER.flatMap((id) => {
    const found = top.get(id)?.toSorted(byRank) ?? [];
    return found[0] === undefined ? [] : [{ group: groupOf(found[0]), fields: found }];
  });
}

/** Returns all options in the order of the page. Nested options follow the option that contains them. */
export function inPageOrder(plugin: Plugin): Field[] {
  const nested = Map.groupBy(plugin.fields, ({ name }) => topOf(name));
  return inGroups(plugin).flatMap(({ fields }) =>
    fields.flatMap((field) => [field, ...requiredFirst((nested.get(field.name) ?? []).filter((each) => each !== field))]),
  );
}

/** Compares for sorting: the options of `PRIORITY`, then the others in the order of the catalog, then deprecated options. */
const byRank = (a: Field, b: Field): number => rank(a) - rank(b);

function rank({ name, deprecated }: Field): number {
  if (deprecated) return PRIORITY.length + 1;
  const index = PRIORITY.indexOf(name);
  return index < 0 ? PRIORITY.length : index;
}

/** Returns the groups of a plugin's options, in the order of the page. */
export const groupsOf = (plugin: Plugin): OptionGroup[] => inGroups(plugin).map(({ group }) => group);

/** Returns the id of the section of a group. */
export const groupAnchor = (group: string, suffix: string): string => `options-${group}${suffix}`;

/** Renders the tables of one plugin. */
class OptionTables {
  readonly #plugin: Plugin;
  readonly #context: OptionContext;
  /** Additional ids by option: the anchors of groups that the page no longer has. */
  readonly #extraAnchors: ReadonlyMap<string, string>;
  /** Nested options by their top-level option. */
  readonly #nested: Map<string, Field[]>;

  constructor(plugin: Plugin, context: OptionContext, extraAnchors: ReadonlyMap<string, string>) {
    this.#plugin = plugin;
    this.#context = context;
    this.#extraAnchors = extraAnchors;
    this.#nested = Map.groupBy(
      plugin.fields.filter((field) => parentOf(field.name) !== null),
      (field) => topOf(field.name),
    );
  }

  /**
   * Renders a table of the options without nested options, then a collapsed table for each of the others.
   * @param isOpen whether nothing is collapsed
   */
  group(fields: readonly Field[], isOpen: boolean): string {
    const isSimple = (field: Field): boolean => isOpen || !this.#nested.has(field.name) || this.#sharedType(field) !== null;
    const rows = fields.filter(isSimple).flatMap((field) => this.#rows([field, ...requiredFirst(this.#nested.get(field.name) ?? [])]));
    const collapsedParts = fields.filter((field) => !isSimple(field)).map((field) => this.#collapsed(field));
    return blocks(rows.length === 0 ? null : table(HEADER, rows), ...collapsedParts);
  }

  #collapsed(field: Field): string {
    const inside = requiredFirst(this.#nested.get(field.name) ?? []);
    const description = describeField(field, this.#context.shared) ?? '';
    const text = plainText(description);
    const first = firstSentence(text);
    // The summary does not repeat in the text below, unless it lacks links or other markup of the first sentence.
    const rest = description.startsWith(first) ? description.slice(first.length).trim() : description;
    const deprecated = field.deprecated ? 'deprecated, ' : '';
    const head = `${codeElement(field.name)}: ${escapeText(field.type)}, ${deprecated}optional. ${escapeText(first)} ${count(inside.length)}, ${escapeText(collapsedDefault(field))}.`;
    return blocks(
      `<details class="option" id="${fieldAnchor(this.#plugin.plugin, field.name)}">`,
      `<summary>${this.#extraAnchor(field)}${head}</summary>`,
      rest === '' ? null : sentence(rest),
      table(HEADER, this.#rows(inside)),
      '</details>',
    );
  }

  /** Renders the additional anchor of an option; '' for most options. */
  #extraAnchor({ name }: Field): string {
    const id = this.#extraAnchors.get(name);
    return id === undefined ? '' : `<a id="${id}"></a>`;
  }

  /** Renders rows. The nested options of a shared type are part of its row. */
  #rows(fields: readonly Field[]): string[][] {
    const collapsed = fields.filter((field) => this.#sharedType(field) !== null);
    const isCollapsed = ({ name }: Field): boolean => collapsed.some((outer) => name.startsWith(`${outer.name}.`));
    return fields.filter((field) => !isCollapsed(field)).map((field) => this.#row(field, fields));
  }

  #row(field: Field, all: readonly Field[]): string[] {
    const anchor = fieldAnchor(this.#plugin.plugin, field.name);
    const name = `${this.#extraAnchor(field)}<a id="${anchor}" href="#${anchor}">${codeSpan(shownName(field.name))}</a>`;
    const type = this.#sharedType(field);
    if (type === null) {
      const hasRows = all.some((other) => other.name.startsWith(`${field.name}.`));
      return [`${name}<br>${typeOf(field)}`, defaultOf(field, hasRows, this.#outerDefault(field)), this.#description(field)];
    }
    const inside = all.filter((other) => other.name.startsWith(`${field.name}.`));
    if (!this.#context.used.has(type)) this.#context.used.set(type, inside);
    const anchors = inside.map((each) => `<a id="${fieldAnchor(this.#plugin.plugin, each.name)}"></a>`).join('');
    const own = inside.filter((each) => each.description !== undefined);
    const notes = own.map((each) => `${codeSpan(shownName(lastSegment(each.name)))}: ${sentence(each.description ?? '')}`);
    return [
      `${name}${anchors}<br>[${codeSpan(field.type)}](#${typeAnchor(type)})`,
      field.required === true ? '**required**' : this.#sharedDefault(field, type, inside),
      [this.#description(field), ...notes].join(' '),
    ];
  }

  /** Returns the value of a nested option in the default of the option that contains it; undefined if it has none there. */
  #outerDefault({ name }: Field): unknown {
    const outer = this.#plugin.fields.find((field) => field.name === parentOf(name));
    return new Map(Object.entries(outer?.default ?? {})).get(lastSegment(name));
  }

  /** Returns the shared type of an option if all its nested options belong to that type; null otherwise. */
  #sharedType(field: Field): string | null {
    const type = field.type.match(/\w+/g)?.find((word) => Object.hasOwn(this.#context.sharedTypes, word));
    if (type === undefined) return null;
    const standard = this.#context.sharedTypes[type]?.defaults ?? {};
    const inside = this.#plugin.fields.filter((other) => other.name.startsWith(`${field.name}.`));
    return inside.length > 0 && inside.every((each) => Object.hasOwn(standard, lastSegment(each.name))) ? type : null;
  }

  /** Renders what differs from the usual defaults of the type, in the default of the option or in those of its nested options. */
  #sharedDefault(field: Field, type: string, inside: readonly Field[]): string {
    const { defaults = {}, label = '' } = this.#context.sharedTypes[type] ?? {};
    const own = new Map(Object.entries(field.default ?? {}));
    const different = inside
      .map(({ name, default: nested }) => ({ name, default: own.get(lastSegment(name)) ?? nested }))
      .filter((each) => each.default !== undefined && JSON.stringify(each.default) !== JSON.stringify(defaults[lastSegment(each.name)]));
    if (different.length === 0) return escapeMarkdown(inside.some((each) => each.name.includes(ANY_KEY)) ? 'none' : label);
    return different.map((each) => `${codeSpan(lastSegment(each.name))}: ${shownDefault(each.default)}`).join('<br>');
  }

  #description(field: Field): string {
    const text = sentence(describeField(field, this.#context.shared) ?? '');
    return field.deprecated ? `**Deprecated.** ${text}` : text;
  }
}

/** Renders the section that describes each shared type of a page once; empty if the page uses none. */
export function sharedTypeSection({ shared, sharedTypes, used }: OptionContext): string {
  if (used.size === 0) return '';
  const parts = [...used]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, fields]) => {
      const { description = '', defaults = {} } = sharedTypes[type] ?? {};
      const rows = fields.map((field) => {
        const name = lastSegment(field.name);
        const text = describeField({ name: `any.${name}` }, shared) ?? describeField(field, shared) ?? '';
        return [`${codeSpan(name)}<br>${codeSpan(field.type)}`, shownDefault(defaults[name]), sentence(text)];
      });
      return blocks(`### ${codeSpan(type)} {#${typeAnchor(type)}}`, sentence(description), table(HEADER, rows));
    });
  return blocks('## Shared types {#shared-types}', ...parts);
}

function typeOf({ type, values, constraints, nullable, default: preset }: Field): string {
  const list = values === undefined ? '' : `: ${values.map(codeSpan).join(', ')}`;
  const limits = Object.entries(constraints ?? {}).map(([limit, value]) => `${LIMITS[limit] ?? limit} ${value}`);
  const empty = nullable && preset !== undefined ? [escapeMarkdown('may be null')] : [];
  return [codeSpan(type) + list, ...limits, ...empty].join(', ');
}

const LIMITS: Readonly<Record<string, string>> = { gt: 'more than', ge: 'at least', lt: 'less than', le: 'at most' };

function defaultOf(field: Field, hasRows: boolean, outerDefault: unknown): string {
  if (field.required === true) return '**required**';
  if (field.required === 'with-parent') {
    const required = `**required** in ${codeSpan(shownName(parentOf(field.name) ?? ''))}`;
    return outerDefault === undefined ? required : `${shownDefault(outerDefault)}<br>${required}`;
  }
  if (field.computed !== undefined) return escapeMarkdown(field.computed);
  if (field.default === undefined || field.default === null) return 'none';
  if (hasRows && typeof field.default === 'object' && !isEmpty(field.default)) return 'see the rows below';
  return shownDefault(field.default);
}

/** Renders the default of a collapsed option: only whether it is set, since the rows below contain the values. */
function collapsedDefault({ default: preset, nullable }: Field): string {
  if (preset === undefined || preset === null) return nullable ? 'not set by default' : 'no default';
  if (typeof preset !== 'object') return `default ${String(preset)}`;
  return isEmpty(preset) ? 'empty by default' : 'with the defaults below';
}

const isEmpty = (preset: object): boolean => Object.keys(preset).length === 0;

/** Maximum length in characters of a list or map that fits into one line of its column. */
const MAX_INLINE_LENGTH = 23;

/** Renders a default as a recipe would contain it. Long lists and maps have one item on each line. */
export function shownDefault(value: unknown): string {
  const whole = shownValue(value);
  if (typeof value !== 'object' || value === null || whole.length <= MAX_INLINE_LENGTH) return codeSpan(whole);
  const items = Array.isArray(value) ? value.map(shownValue) : Object.entries(value).map(([key, each]) => `${key}: ${shownValue(each)}`);
  return items.map(codeSpan).join('<br>');
}

/** Returns a string unchanged, and any other value as JSON, which is also YAML. */
function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return (JSON.stringify(value, null, 1) ?? 'none').replace(/\n\s*/g, ' ').replace(/([[{]) | ([\]}])/g, '$1$2');
}

/** Puts required options first. Nested options stay with the option that contains them. */
function requiredFirst(fields: readonly Field[]): Field[] {
  const branches = [...Map.groupBy(fields, (field) => field.name.split('.').slice(0, 2).join('.')).values()];
  const isRequired = ([first]: readonly Field[]): boolean => first?.required !== false;
  return branches.toSorted((a, b) => Number(isRequired(b)) - Number(isRequired(a))).flat();
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

const count = (options: number): string => `${options} ${options === 1 ? 'option' : 'options'}`;

const escapeText = (text: string): string => text.replace(/[&<>{}`|:@*_[\]\\]/g, (char) => `&#${char.charCodeAt(0)};`);

const lastSegment = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Returns a name as pages show it: `domain.<key>.allow`. */
const shownName = (name: string): string => name.replaceAll(ANY_KEY, '<key>');

const typeAnchor = (type: string): string => `type-${type.toLowerCase()}`;

/** Returns the id of an option on its page, such as `snowflake-profiling.enabled`. */
export const fieldAnchor = (plugin: string, name: string): string => `${plugin}-${name}`.replace(/[^\w.-]+/g, '');
