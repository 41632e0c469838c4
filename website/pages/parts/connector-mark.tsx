/** The marks (icons) of connected systems: brand marks from the package `simple-icons`, and drawings for other systems. */
// Each mark is imported from its own file: the module with all three thousand marks needs 40 MiB more memory.
import apacheairflow from 'simple-icons/icons/apacheairflow.svg?raw';
import apachedruid from 'simple-icons/icons/apachedruid.svg?raw';
import apachehadoop from 'simple-icons/icons/apachehadoop.svg?raw';
import apachehive from 'simple-icons/icons/apachehive.svg?raw';
import apachekafka from 'simple-icons/icons/apachekafka.svg?raw';
import apachenifi from 'simple-icons/icons/apachenifi.svg?raw';
import apachepulsar from 'simple-icons/icons/apachepulsar.svg?raw';
import apachespark from 'simple-icons/icons/apachespark.svg?raw';
import apachesuperset from 'simple-icons/icons/apachesuperset.svg?raw';
import clickhouse from 'simple-icons/icons/clickhouse.svg?raw';
import couchbase from 'simple-icons/icons/couchbase.svg?raw';
import databricks from 'simple-icons/icons/databricks.svg?raw';
import elasticsearch from 'simple-icons/icons/elasticsearch.svg?raw';
import googlebigquery from 'simple-icons/icons/googlebigquery.svg?raw';
import googlecloudstorage from 'simple-icons/icons/googlecloudstorage.svg?raw';
import json from 'simple-icons/icons/json.svg?raw';
import looker from 'simple-icons/icons/looker.svg?raw';
import mariadb from 'simple-icons/icons/mariadb.svg?raw';
import metabase from 'simple-icons/icons/metabase.svg?raw';
import mongodb from 'simple-icons/icons/mongodb.svg?raw';
import okta from 'simple-icons/icons/okta.svg?raw';
import openapiinitiative from 'simple-icons/icons/openapiinitiative.svg?raw';
import postgresql from 'simple-icons/icons/postgresql.svg?raw';
import presto from 'simple-icons/icons/presto.svg?raw';
import redash from 'simple-icons/icons/redash.svg?raw';
import sap from 'simple-icons/icons/sap.svg?raw';
import snowflake from 'simple-icons/icons/snowflake.svg?raw';
import teradata from 'simple-icons/icons/teradata.svg?raw';
import trino from 'simple-icons/icons/trino.svg?raw';
import svgpath from 'svgpath';

/** The SVG files by slug. */
const FILES: Readonly<Record<string, string>> = {
  apacheairflow,
  apachedruid,
  apachehadoop,
  apachehive,
  apachekafka,
  apachenifi,
  apachepulsar,
  apachespark,
  apachesuperset,
  clickhouse,
  couchbase,
  databricks,
  elasticsearch,
  googlebigquery,
  googlecloudstorage,
  json,
  looker,
  mariadb,
  metabase,
  mongodb,
  okta,
  openapiinitiative,
  postgresql,
  presto,
  redash,
  sap,
  snowflake,
  teradata,
  trino,
};

/** Brand marks with lines so fine that they need a stroke to be visible at the size of text. */
const FINE = new Set(['apacheairflow', 'apachedruid', 'apachehadoop', 'apachehive', 'databricks', 'metabase', 'postgresql']);

/** Brand marks that are one solid area. They are smaller, so that they look as heavy as the others. */
const SOLID = new Set(['elasticsearch', 'json', 'okta', 'presto']);

/** The colors of the brands. A mark without one has the color of the text, because a nearly black one would be invisible in dark mode. */
const COLORS: Readonly<Record<string, string>> = {
  apacheairflow: '#017cee',
  apachedruid: '#29f1fb',
  apachehadoop: '#66ccff',
  apachehive: '#fdee21',
  apachenifi: '#728e9b',
  apachepulsar: '#188fff',
  apachespark: '#e25a1c',
  apachesuperset: '#20a6c9',
  clickhouse: '#ffcc01',
  couchbase: '#ea2328',
  databricks: '#ff3621',
  elasticsearch: '#005571',
  googlebigquery: '#669df6',
  googlecloudstorage: '#aecbfa',
  looker: '#4285f4',
  metabase: '#509ee3',
  mongodb: '#47a248',
  okta: '#007dc1',
  openapiinitiative: '#6ba539',
  postgresql: '#4169e1',
  presto: '#5890ff',
  redash: '#ff7964',
  sap: '#0faaff',
  snowflake: '#29b5e8',
  teradata: '#f37440',
  trino: '#dd00a1',
};

/** Decimal places of coordinates. The rounding is invisible at the size of text, and makes a front page a third smaller. */
const DECIMALS = 1;

/** Returns a brand mark as SVG path data on a 24 × 24 grid, or undefined if there is none with this slug. */
export function brandMark(slug: string): string | undefined {
  const path = / d="([^"]+)"/.exec(FILES[slug] ?? '')?.[1];
  return path === undefined ? undefined : svgpath(path).round(DECIMALS).toString();
}

/*
 * Drawings for systems without a brand mark, or whose mark is a word that is too small to read. Each shows the kind of system and never imitates its logo. A drawing is one path on a
 * 24 × 24 grid with a stroke of 2 units, so that it looks as heavy as the brand marks beside it.
 */

const TABLE = 'M4 5h16v14H4zM4 10h16M10 10v9';
const BOOK = 'M12 6.5C10 5 7 4.5 3.5 5v13.5c3.5-.5 6.5 0 8.5 1.5 2-1.5 5-2 8.5-1.5V5C17 4.5 14 5 12 6.5m0 0V20';
const BUCKET = 'M4 6l2 14h12l2-14M4 6c0-3 16-3 16 0s-16 3-16 0';
const CYLINDER = 'M5 6c0-3 14-3 14 0v12c0 3-14 3-14 0zM5 6c0 3 14 3 14 0M5 12c0 3 14 3 14 0';
const BARS = 'M5 20v-6m5 6V9m4.5 11V12M19 20V4M3 20h18';
const BRACES = 'M8 4C5 4 7 11 4 12c3 1 1 8 4 8m8-16c3 0 1 7 4 8-3 1-1 8-4 8M11 9h2m-2 3h2m-2 3h2';

/** Drawings by the name of the system. */
const DRAWN: Readonly<Record<string, string>> = {
  ADLS: 'M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 4 9-4',
  Athena: 'M4 5h16M4 10h5M4 15h4m3-1a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0m7.5 3.5 2.5 2.5',
  'Azure AD': 'M12 3l9 10-9 8-9-8zM10 11a2 2 0 1 0 4 0 2 2 0 1 0-4 0m-1 6a3 3 0 0 1 6 0',
  'Business Glossary': BOOK,
  CSV: TABLE,
  dbt: 'M8 4H4v16h4m8-16h4v16h-4M8 12h8m-3-3 3 3-3 3',
  'Delta Lake': 'M12 4L3 20h18zM7.5 16c1.5-1.5 3-1.5 4.5 0s3 1.5 4.5 0',
  'Demo Data': 'M9 3h6m-5 0v6l-5 9c-.7 1.5.3 3 2 3h10c1.7 0 2.7-1.5 2-3l-5-9V3M7.5 15h9',
  Feast: 'M4 11h16a8 8 0 0 1-16 0zm8-8v5M8 4.5V8m8-3.5V8',
  File: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6m-6 4h6',
  'File Based Lineage': 'M5 5a2 2 0 1 0 4 0 2 2 0 1 0-4 0m10 14a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 7v6a6 6 0 0 0 6 6h2M15 5h4m-2-2v4',
  Glue: 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11zM9.5 14a2.5 2.5 0 0 0 2.5 2.5',
  'Great Expectations': 'M4 4h16v16H4zm4 8 3 3 5-6',
  Iceberg: 'M2 13h20M7 13l5-9 5 9M5.5 13L8 19l4 2 5-3 1.5-5',
  Kusto: 'M4 6h16M4 11h10M4 16h6m3.5-1.5 6.5 5.5m-6.5-5.5 1 6.5m-1-6.5 6.5.5',
  LDAP: 'M9.5 3h5v5h-5zM3 16h5v5H3zm13 0h5v5h-5zM12 8v4M5.5 16v-4h13v4',
  'Microsoft SQL Server': CYLINDER,
  'Microsoft Teams': 'M6 8a3 3 0 1 0 6 0 3 3 0 1 0-6 0M3 19a6 6 0 0 1 12 0m1-14a3 3 0 0 1 0 6m2 3a6 6 0 0 1 3 5',
  Mode: 'M3 19V6l4.5 6L12 5l4.5 7L21 6v13',
  MySQL: 'M5 15c1-6 5-10 12-10-2 3-2 6-.5 10M2 19c2-1.7 3.3-1.7 5 0s3.3 1.7 5 0 3.3-1.7 5 0 3.3 1.7 5 0',
  Oracle: 'M8.5 7h7a5 5 0 0 1 0 10h-7a5 5 0 0 1 0-10z',
  Pinot: 'M7 3h10l-1 7a4 4 0 0 1-8 0zm5 11v7m-4 0h8M7.5 7.5h9',
  PowerBI: BARS,
  'Power BI': BARS,
  Protobuf: BRACES,
  'Protobuf Schemas': BRACES,
  Redshift: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 3v18M8 9v6m8-6v6',
  S3: BUCKET,
  'S3 Data Lake': BUCKET,
  SageMaker: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  Salesforce: 'M7 18a4 4 0 0 1-1-7.9A5 5 0 0 1 15.5 8a5 5 0 0 1 1.5 9.9z',
  Slack: 'M9.5 4L8 20m8-16l-1.5 16M4 9h16M4 15h16',
  SQLAlchemy: 'M9 3h6m-5 0v6.3a6.3 6.3 0 1 0 4 0V3M6.5 15h11',
  Tableau: 'M12 8v8m-4-4h8M12 2v4m-2-2h4M12 18v4m-2-2h4M4 10v4m-2-2h4m14-2v4m-2-2h4',
  Vertica: 'M4 5l8 15 8-15M12 5v7',
};

/** The `simple-icons` slugs of systems whose catalog entry does not set one. */
const SLUGS: Readonly<Record<string, string>> = { 'Google Cloud Storage': 'googlecloudstorage', 'JSON Schemas': 'json' };

/** Returns the drawing of a system as SVG path data, or the slug of its brand; undefined if it has neither. */
export function drawnMark(name: string): { path?: string; slug?: string } | undefined {
  const [path, slug] = [DRAWN[name], SLUGS[name]];
  if (slug !== undefined) return { slug };
  return path === undefined ? undefined : { path };
}

/** Drawings keep some distance from the edges of their grid, and solid marks need some. */
const DRAWN_AREA = '2 2 20 20';
const SOLID_AREA = '-2 -2 28 28';

/**
 * The mark of a system: its brand mark, or a drawing. It is decorative, because the name of the system is beside it.
 * @param slug slug of the brand mark
 */
export function ConnectorMark({ name, slug }: { name: string; slug: string | undefined }) {
  const drawn = slug === undefined ? drawnMark(name) : undefined;
  const brand = slug ?? drawn?.slug;
  const path = brand === undefined ? drawn?.path : brandMark(brand);
  return (
    <svg
      className={brand === undefined ? 'front-mark drawn' : `front-mark${FINE.has(brand) ? ' fine' : ''}`}
      color={brand === undefined ? undefined : COLORS[brand]}
      viewBox={brand === undefined ? DRAWN_AREA : SOLID.has(brand) ? SOLID_AREA : '0 0 24 24'}
      width="24"
      height="24"
      aria-hidden="true"
    >
      {/* The default for a system without a mark or a drawing. */}
      {path === undefined ? <circle cx="12" cy="12" r="7" /> : <path d={path} />}
    </svg>
  );
}

/** The mark of a system at the top of its page in the docs. */
export default function SourceMark({ name, mark }: { name: string; mark?: string }) {
  return <ConnectorMark name={name} slug={mark} />;
}
