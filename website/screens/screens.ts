/**
 * Drawings of product screens for the guides. Labels are the ones that the product's guides mention; other fields have no
 * label. Numbers refer to the steps in the text below a screen. The sample data is that of the shop used in the docs.
 */
import { escapeHtml as escape } from '@quire/engine';

// The parts of the screens as HTML. `packages/engine/src/client/styles/screen.css` styles them, and wraps them on narrow screens.

const div = (name: string, ...children: string[]): string => `<div class="${name}">${children.join('')}</div>`;
const span = (name: string, text: string): string => `<span class="${name}">${escape(text)}</span>`;

/** Text that the product shows on its screen. */
export const text = (words: string): string => `<span>${escape(words)}</span>`;
/** Emphasized text. */
const strong = (words: string): string => `<b>${escape(words)}</b>`;
/** Secondary text. */
const soft = (words: string): string => span('s-soft', words);
const code = (words: string): string => span('s-code', words);
export const chip = (words: string, kind: 'accent' | 'good' | 'plain' = 'plain'): string => span(`s-chip ${kind}`, words);
const button = (words: string, kind: 'primary' | 'plain' = 'plain'): string => span(`s-button ${kind}`, words);
/** A person's user name, after the initial in a circle. */
export const person = (name: string): string =>
  `<span class="s-person" data-initial="${escape(name.slice(0, 1).toUpperCase())}">${escape(name)}</span>`;
/** The number of the step in the guide that refers to a part. */
const step = (number: number): string => span('s-step', String(number));

/** A row of parts. */
const line = (...children: string[]): string => div('s-line', ...children);
/** A row with `start` at its left end and `end` at its right end. */
const between = (start: string, end: string): string => div('s-line s-between', `<span class="s-line">${start}</span>`, end);
/** The heading of a page or dialog. */
const title = (words: string): string => span('s-title', words);

/** Tabs, or the steps of a wizard. `open` is the selected one. */
const tabs = (names: readonly string[], open: string): string =>
  div('s-tabs', ...names.map((name) => (name === open ? `<b>${escape(name)}</b>` : text(name))));

/** A table. All rows have the same number of cells, and each cell is the HTML of a part. */
export const table = (rows: readonly (readonly string[])[], heads?: readonly string[]): string => {
  const head = heads === undefined ? '' : div('s-head', ...heads.map((name) => text(name)));
  return div(
    `s-table c${rows[0]?.length ?? 1}`,
    head,
    ...rows.map((cells) => div('s-row', ...cells.map((cell) => `<span>${cell}</span>`))),
  );
};

/** A form field. It has no label if no guide of the product mentions one. */
const field = (label: string | null, value: string, number?: number): string =>
  div('s-field', number === undefined ? '' : step(number), label === null ? '' : soft(label), `<span class="s-input">${value}</span>`);

/** A label with its value below it. */
const fact = (label: string, value: string): string => div('s-fact', soft(label), value);

/** A dialog in front of the page, with its buttons at the end. */
const dialog = (heading: string | null, parts: readonly string[], buttons: string): string =>
  div('s-ground', div('s-dialog', heading === null ? '' : title(heading), ...parts, div('s-line s-end', buttons)));

/** Two columns: the page and a sidebar. */
const columns = (kind: 'aside-right' | 'aside-left', first: readonly string[], second: readonly string[]): string =>
  div(`s-columns ${kind}`, div('s-column', ...first), div('s-column', ...second));

/** A tree. `open` is the name of the selected item. */
const tree = (entries: readonly (readonly [depth: number, name: string])[], open: string): string =>
  div('s-tree', ...entries.map(([depth, name]) => `<span class="d${depth}${name === open ? ' open' : ''}">${escape(name)}</span>`));

/** The frame of a screen, with the breadcrumb of the page at its top. */
const screen = (place: string, ...parts: string[]): string => div('s-bar', escape(place)) + div('s-body', ...parts);

const DATASET_TABS = ['Schema', 'Documentation', 'Lineage', 'Queries', 'Stats'];

const SOURCES = table(
  [
    [strong('MySQL'), text('shop'), chip('Succeeded', 'good'), button('Execute')],
    [strong('Snowflake'), text('warehouse'), chip('Running', 'accent'), button('Details')],
  ],
  ['', '', 'Last Status', ''],
);

const POLICIES = table(
  [
    [strong('Edit tags in Sales'), text('Metadata'), `${button('Edit')}${button('Deactivate')}`],
    [strong('Manage ingestion'), text('Platform'), `${button('Edit')}${button('Deactivate')}`],
  ],
  ['Name', 'Type', ''],
);

export const SCREENS: Readonly<Record<string, string>> = {
  'search-results': screen(
    'Search',
    field(null, 'revenue'),
    columns(
      'aside-left',
      [fact('Platform', line(chip('Looker'), chip('Snowflake'))), fact('Domain', chip('Sales')), fact('Tag', chip('tier 1', 'accent'))],
      [
        table([
          [strong('Revenue'), soft('Chart, Looker'), person('ana')],
          [strong('Sales board'), soft('Dashboard, Looker'), person('ben')],
          [strong('sales_daily'), soft('Dataset, Snowflake'), person('ana')],
        ]),
      ],
    ),
  ),
  dataset: screen(
    'Datasets / prod / snowflake / shop / public',
    line(title('orders'), soft('Table, Snowflake')),
    tabs(DATASET_TABS, 'Schema'),
    columns(
      'aside-right',
      [
        table([
          [strong('order_id'), soft('Number'), text('Key of the order')],
          [strong('customer_id'), soft('Number'), text('Who placed the order')],
          [strong('status'), soft('String'), text('paid, shipped, or returned')],
          [strong('placed_at'), soft('Time'), text('When it was confirmed')],
        ]),
      ],
      [
        fact('Owners', person('ana')),
        fact('Domain', strong('Sales')),
        fact('Tags', chip('PII', 'accent')),
        fact('Terms', chip('Order', 'good')),
      ],
    ),
  ),
  'ingestion-sources': screen(
    'Ingestion',
    tabs(['Sources', 'Secrets'], 'Sources'),
    line(step(1), button('+ Create new source', 'primary')),
    SOURCES,
  ),
  'ingestion-overview': screen('Ingestion', tabs(['Sources', 'Secrets'], 'Sources'), SOURCES),
  'ingestion-form': screen(
    'Ingestion / Sources',
    dialog(
      null,
      [
        field('Account ID', 'ab12345.eu-central-1'),
        field('Warehouse', 'DATAHUB_WH'),
        field('Username', 'datahub_user'),
        field('Password', code('${SNOWFLAKE_PASSWORD}')),
        field('Role', 'datahub_role'),
      ],
      button('Test Connection') + button('Next', 'primary'),
    ),
  ),
  'ingestion-secret': screen(
    'Ingestion / Secrets',
    dialog(
      null,
      [
        field(null, code('SHOP_DB_PASSWORD'), 2),
        field(null, '••••••••••••'),
        field(null, soft('Password of the reader in the shop database')),
      ],
      step(3) + button('Create', 'primary'),
    ),
  ),
  domains: screen(
    'Domains',
    between(title('Domains'), line(step(2), button('+ New Domain', 'primary'))),
    table([
      [strong('Sales'), text('128 entities'), person('ana')],
      [strong('Logistics'), text('40 entities'), person('ben')],
      [strong('Platform Engineering'), text('212 entities'), person('ben')],
    ]),
  ),
  'domain-form': screen(
    'Domains',
    dialog(
      null,
      [field(null, 'Sales', 3), field(null, 'Orders, customers, and revenue of the shop'), line(soft('Advanced'))],
      step(4) + button('Create', 'primary'),
    ),
  ),
  glossary: screen(
    'Glossary / Privacy',
    columns(
      'aside-left',
      [
        tree(
          [
            [0, 'Privacy'],
            [1, 'PII'],
            [1, 'Email'],
            [0, 'Shipping'],
            [1, 'Address'],
            [1, 'Zip code'],
          ],
          'Email',
        ),
      ],
      [
        title('Email'),
        soft('An address at which a person receives mail.'),
        tabs(['Documentation', 'Related Terms', 'Related Entities'], 'Related Terms'),
        line(fact('Inherits', chip('PII', 'accent')), fact('Owners', person('ana'))),
      ],
    ),
  ),
  'glossary-form': screen(
    'Glossary / Privacy',
    dialog(null, [field('Parent', 'Privacy', 3), field(null, 'Email')], button('Create', 'primary')),
  ),
  'lineage-tab': screen(
    'sales_daily',
    tabs(['Schema', 'Documentation', 'Lineage', 'Properties'], 'Lineage'),
    between(step(2) + button('Downstream', 'primary') + button('Upstream'), button('Edit')),
    table([
      [strong('Revenue'), text('Chart'), text('Looker'), person('ana')],
      [strong('Sales board'), text('Dashboard'), text('Looker'), person('ben')],
    ]),
  ),
  'lineage-editor': screen(
    'sales_daily',
    dialog(
      null,
      [
        field(null, soft('shop.cus'), 2),
        table([
          [strong('shop.orders'), text('Postgres'), '', `${step(3)}${button('X')}`],
          [strong('shop.customers'), text('Postgres'), person('ana'), button('X')],
        ]),
      ],
      step(4) + button('Save Changes', 'primary'),
    ),
  ),
  policies: screen(
    'Settings > Permissions',
    tabs(['Roles', 'Policies'], 'Policies'),
    line(step(1), button('Create new Policy', 'primary')),
    POLICIES,
  ),
  'policies-overview': screen('Settings > Permissions', tabs(['Roles', 'Policies'], 'Policies'), POLICIES),
  'policy-wizard': screen(
    'Settings > Permissions > Policies',
    dialog(
      null,
      [
        tabs(['Choose Policy Type', 'Configure Privileges', 'Assign Users & Groups'], 'Configure Privileges'),
        field('Resource Type', chip('Datasets') + chip('Dashboards'), 3),
        field('Domain', chip('Sales')),
        field('Privileges', chip('Edit Tags')),
      ],
      button('Next', 'primary'),
    ),
  ),
  'token-form': screen(
    'Settings > Access Tokens',
    dialog(
      'Create new Token',
      [field('Name', 'nightly-ingestion', 3), field('Description', 'Recipe of the shop database'), field('Expires in', '')],
      step(4) + button('Create', 'primary'),
    ),
  ),
};
