/** Compares the capabilities of each source with its options, because a plugin does not always declare what its options can do. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { describeField, sources } from '@quire/reference/catalog';
import type { Capability } from '@quire/reference/catalog';

/** Options that provide a capability. */
const PROVIDED_BY: Readonly<Record<string, Capability>> = {
  'stateful_ingestion.remove_stale_metadata': 'DELETION_DETECTION',
  platform_instance: 'PLATFORM_INSTANCE',
  domain: 'DOMAINS',
  profiling: 'DATA_PROFILING',
  extract_lineage: 'LINEAGE_COARSE',
  include_table_lineage: 'LINEAGE_COARSE',
  include_view_lineage: 'LINEAGE_COARSE',
  emit_s3_lineage: 'LINEAGE_COARSE',
  parse_table_names_from_sql: 'LINEAGE_COARSE',
  extract_column_level_lineage: 'LINEAGE_FINE',
  include_column_lineage: 'LINEAGE_FINE',
  extract_owners: 'OWNERSHIP',
  extract_ownership: 'OWNERSHIP',
  ingest_owner: 'OWNERSHIP',
  enable_owner_extraction: 'OWNERSHIP',
  extract_tags: 'TAGS',
  ingest_tags: 'TAGS',
  tag_prefix: 'TAGS',
  use_s3_bucket_tags: 'TAGS',
  capture_table_label_as_tag: 'TAGS',
  extract_endorsements_to_tags: 'TAGS',
  tag_measures_and_dimensions: 'TAGS',
};

/** Beginnings of the descriptions of options that do nothing in a plugin. */
const WITHOUT_EFFECT = /^(?:Has no effect|Not supported|Leave it empty)/;

const projectRoot = process.cwd();
const { catalog } = await sources.read({ dir: `${projectRoot}/website/catalog`, projectRoot });
const all = catalog.entries.map(({ source }) => source.data);

test('every option that provides a capability has a row in the table of capabilities', () => {
  const missing = all
    .flatMap(({ plugins }) => plugins)
    .flatMap(({ plugin, fields, capabilities }) =>
      fields.flatMap((field) => {
        const wanted = PROVIDED_BY[field.name];
        const found = wanted === undefined || capabilities.some(({ capability }) => capability === wanted);
        return found || WITHOUT_EFFECT.test(describeField(field, catalog.shared) ?? '') ? [] : [`${plugin}: ${wanted} for ${field.name}`];
      }),
    );
  expect(missing).toEqual([]);
});

test('the lineage guide lists exactly the sources with column-level lineage', () => {
  const guide = readFileSync(`${projectRoot}/website/content/docs/lineage/lineage-feature-guide.md`, 'utf8');
  const rows = guide.split('{#column-level-sources}')[1]?.matchAll(/^\| \[.*?\/sources\/([\w-]+)\.md\) \|/gm) ?? [];
  const able = all.filter(({ plugins }) =>
    plugins.some(({ capabilities }) => capabilities.some(({ capability, supported }) => supported && capability === 'LINEAGE_FINE')),
  );
  expect(Array.from(rows, ([, platform]) => platform)).toEqual(able.map(({ platform }) => platform));
});
