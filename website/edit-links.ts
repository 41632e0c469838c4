/** Returns the target of "Edit this page": the source file of a page in the platform's repository. */

const REPOSITORY = 'https://github.com/datahub-project/datahub/';

/** Folders of the content that have the same path in the repository. All others are below its `docs/`. */
const TOP_LEVEL = /^(datahub-web-react|docker|metadata-ingestion|metadata-ingestion-modules|metadata-integration|metadata-jobs)\//;

/** Pages whose file has another name in the repository. */
const RENAMED: Readonly<Record<string, string>> = {
  'actions/index.md': 'docs/actions/README.md',
  'authentication/index.md': 'docs/authentication/README.md',
  'authorization/index.md': 'docs/authorization/README.md',
  'code_of_conduct.md': 'docs/CODE_OF_CONDUCT.md',
  'contributing.md': 'docs/CONTRIBUTING.md',
  'datahub-frontend.md': 'datahub-frontend/README.md',
  'datahub-graphql-core.md': 'datahub-graphql-core/README.md',
  'datahub-web-react/index.md': 'datahub-web-react/README.md',
  'datahub-web-react/src/app/analytics.md': 'datahub-web-react/src/app/analytics/README.md',
  'docker.md': 'docker/README.md',
  'docker/development.md': 'docs/docker/development.md',
  'docker/datahub-upgrade.md': 'docker/datahub-upgrade/README.md',
  'introduction.md': 'README.md',
  'metadata-ingestion-modules/airflow-plugin.md': 'metadata-ingestion-modules/airflow-plugin/README.md',
  'metadata-ingestion/examples/transforms.md': 'metadata-ingestion/examples/transforms/README.md',
  'metadata-ingestion/index.md': 'metadata-ingestion/README.md',
  'metadata-integration/java/datahub-protobuf.md': 'metadata-integration/java/datahub-protobuf/README.md',
  'metadata-integration/java/spark-lineage.md': 'metadata-integration/java/spark-lineage/README.md',
  'metadata-jobs/index.md': 'metadata-jobs/README.md',
  'metadata-jobs/mae-consumer-job.md': 'metadata-jobs/mae-consumer-job/README.md',
  'metadata-jobs/mce-consumer-job.md': 'metadata-jobs/mce-consumer-job/README.md',
  'metadata-modeling/extending-the-metadata-model.md': 'docs/modeling/extending-the-metadata-model.md',
  'metadata-modeling/metadata-model.md': 'docs/modeling/metadata-model.md',
  'metadata-models-custom.md': 'metadata-models-custom/README.md',
  'metadata-service.md': 'metadata-service/README.md',
  'perf-test.md': 'perf-test/README.md',
};

/** The sources of generated pages. Null: release notes are derived from tags, which cannot be edited. */
const GENERATED: readonly (readonly [source: RegExp, path: string | null])[] = [
  [/^generated\/ingestion\/sources\/([\w-]+)\.md$/, 'tree/master/metadata-ingestion/docs/sources/$1'],
  [/^generated\/metamodel\/entities\/[\w-]+\.md$/, 'blob/master/metadata-models/src/main/resources/entity-registry.yml'],
  [/^generated\/metamodel\/aspects\.md$/, 'tree/master/metadata-models/src/main/pegasus'],
  [/^graphql\/.*$/, 'tree/master/datahub-graphql-core/src/main/resources'],
  [/^python-sdk\/models\.md$/, 'tree/master/metadata-models/src/main/pegasus'],
  [/^python-sdk\/.*$/, 'tree/master/metadata-ingestion/src/datahub/emitter'],
  [/^releases\.md$/, null],
];

/**
 * Returns the absolute URL of a page's source, or null if it cannot be edited.
 * @param source path of the page's file below `content/docs`; for a generated page, the path that it would have there
 */
export function editUrl(source: string): string | null {
  for (const [pattern, path] of GENERATED)
    if (pattern.test(source)) return path === null ? null : `${REPOSITORY}${source.replace(pattern, path)}`;
  const file = RENAMED[source] ?? (TOP_LEVEL.test(source) ? source : `docs/${source}`);
  return `${REPOSITORY}blob/master/${file}`;
}
