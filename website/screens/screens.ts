/**
 * Drawings of product screens for the guides. Labels are the ones that the product's guides mention; other fields have no
 * label. Numbers refer to the steps in the text below a screen. The sample data is that of the shop used in the docs.
 */
import {
  between,
  button,
  chip,
  code,
  columns,
  dialog,
  fact,
  field,
  line,
  person,
  screen,
  soft,
  step,
  strong,
  table,
  tabs,
  text,
  title,
  tree,
} from './parts.ts';

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
