/** The marks of connected systems, by their slug in `simple-icons`. `drawn-marks.ts` draws the systems that the package lacks, and those whose mark is a word. */
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

/** Marks of lines so fine that they need a stroke to be visible at the size of a line of text. */
const FINE = new Set(['apacheairflow', 'apachedruid', 'apachehadoop', 'apachehive', 'databricks', 'metabase', 'postgresql']);
/** Marks that are one solid area. They are smaller, so that they look as heavy as the others. */
const SOLID = new Set(['elasticsearch', 'json', 'okta', 'presto']);

export const isFine = (slug: string): boolean => FINE.has(slug);
export const isSolid = (slug: string): boolean => SOLID.has(slug);

/** The colors of the brands. Nearly black ones are omitted, because they would be invisible in dark mode. */
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

/** Returns a mark as SVG path data on a 24 × 24 grid, or undefined if the package does not have it. */
export function connectorMark(slug: string): string | undefined {
  const path = / d="([^"]+)"/.exec(FILES[slug] ?? '')?.[1];
  return path === undefined ? undefined : svgpath(path).round(DECIMALS).toString();
}

/** Returns the color of a brand, such as `#29b5e8`, or undefined if its mark has the color of the text. */
export function brandColor(slug: string): string | undefined {
  return COLORS[slug];
}
