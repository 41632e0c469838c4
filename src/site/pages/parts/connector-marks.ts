/** Marks of connected systems, by their slug in `simple-icons`. Where that package lacks a brand, the page shows its name alone. */
import {
  siApacheairflow,
  siApachedruid,
  siApachehadoop,
  siApachehive,
  siApachekafka,
  siApachenifi,
  siApachepulsar,
  siApachespark,
  siApachesuperset,
  siClickhouse,
  siCouchbase,
  siDatabricks,
  siElasticsearch,
  siGooglebigquery,
  siLooker,
  siMariadb,
  siMetabase,
  siMongodb,
  siMysql,
  siOkta,
  siOpenapiinitiative,
  siPostgresql,
  siPresto,
  siRedash,
  siSap,
  siSnowflake,
  siSqlalchemy,
  siTeradata,
  siTrino,
} from 'simple-icons';
import svgpath from 'svgpath';

const ICONS = [
  siApacheairflow,
  siApachedruid,
  siApachehadoop,
  siApachehive,
  siApachekafka,
  siApachenifi,
  siApachepulsar,
  siApachespark,
  siApachesuperset,
  siClickhouse,
  siCouchbase,
  siDatabricks,
  siElasticsearch,
  siGooglebigquery,
  siLooker,
  siMariadb,
  siMetabase,
  siMongodb,
  siMysql,
  siOkta,
  siOpenapiinitiative,
  siPostgresql,
  siPresto,
  siRedash,
  siSap,
  siSnowflake,
  siSqlalchemy,
  siTeradata,
  siTrino,
];

const PATHS: ReadonlyMap<string, string> = new Map(ICONS.map(({ slug, path }) => [slug, path]));

/** A tenth of the grid is less than anybody sees at the size of a word, and spares a third of a front page's bytes. */
const DECIMALS = 1;

/** A mark as path data on a grid of 24; undefined where the package has none. */
export function connectorMark(slug: string): string | undefined {
  const path = PATHS.get(slug);
  return path === undefined ? undefined : svgpath(path).round(DECIMALS).toString();
}
