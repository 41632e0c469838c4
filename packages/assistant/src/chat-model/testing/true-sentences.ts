/** Texts of documentation pages, with sentences in the style of a chat model that repeat them in other words. */
export const TRUE_SENTENCES: readonly (readonly [text: string, ...sentences: string[]])[] = [
  [
    'Steps 4 to 7 take a few seconds. The key of an event is the URN of the entity, so a single thread processes all events of an entity in order.',
    'All events of an entity are processed in order by a single thread.',
    'Steps 4 to 7 take a few seconds.',
  ],
  [
    'Most writes to DataHub are upserts: they replace a whole aspect. A patch contains only the change, and GMS applies it to the stored value. Use a patch when you maintain one value in an aspect that others write to as well.',
    'Use a patch when you maintain one value in an aspect that others also write to.',
    'Most writes are upserts that replace a whole aspect.',
  ],
  [
    'In the web interface and in GraphQL, an asset can belong to only one data product. If you add it to another product, DataHub removes it from its previous one. The commands of the CLI do not check this.',
    'An asset can belong to only one data product in the web interface and in GraphQL.',
    'If you add an asset to another product, DataHub removes it from its previous one.',
  ],
  [
    'With OpenID Connect (OIDC), people sign in to Managed DataHub with their existing company account. You register DataHub with your identity provider and enter three values in the settings.',
    'You register DataHub with your identity provider and then enter three values in the settings.',
  ],
  [
    'You also need a VPC in this region, with a subnet in at least one availability zone.',
    'You need a VPC in this region with a subnet in at least one availability zone.',
  ],
  [
    'Take the schedule of the source into account. A yellow status is a warning sign for a table that is ingested daily, but normal for one that is ingested monthly.',
    'A yellow status is a warning sign for a table that is ingested daily.',
  ],
  [
    'Before you update DataHub, read the sections between your version and the new one, starting with the oldest. This page describes the procedure, and what changes in each version.',
    'Before updating DataHub, read the sections between your version and the new one, starting with the oldest.',
  ],
  [
    'You cannot change the value of a secret. When a password changes, delete the secret, and create a new one with the same name. The recipes then use the new value from the next run on. A run that starts between the two steps fails.',
    'The value of a secret cannot be changed.',
    'When a password changes, delete the secret and create a new one with the same name.',
    'Once the secret has been recreated, the recipes use the new value from the next run on.',
  ],
  [
    'Server versions have three numbers, and CLI versions have a fourth for bug fixes. Every server release comes with at least one CLI release that starts with the same three numbers.',
    'Every server release comes with at least one CLI release.',
    'A server version has three numbers, while a CLI version has a fourth for bug fixes.',
  ],
  [
    'A recipe reads one database. If a cluster has three databases, create three sources.',
    'If your cluster has three databases, create three sources, because one recipe reads one database.',
  ],
  [
    'An entity is a node of the graph: one dataset, one dashboard, one person. It has a type, an identifier, and a set of aspects. All other information about it is stored in the aspects.',
    'An entity is a node of the graph, such as one dataset or one dashboard.',
    'Each entity has a type, an identifier, and a set of aspects.',
  ],
  [
    'One policy can combine count and age. It then removes a version as soon as the version exceeds one of the two limits.',
    'One policy can combine count and age, and it removes a version once the version exceeds one of the two limits.',
  ],
  [
    'The services always write the debug log, so you do not have to change a log level first. These guides describe no variable for log levels. Debug logs are kept for only about one day, so copy them soon after an error.',
    'Debug logs are kept for only about one day.',
    'The debug log is always written, so you do not have to change a log level.',
  ],
  [
    'A domain is a top-level category that groups assets by the part of the business that they belong to. In this tutorial, you create the Sales domain, add a dataset to it, read the domain back, and remove the dataset. An asset can belong to at most one domain.',
    'An asset can belong to at most one domain.',
    'A domain is a top-level category which groups assets by part of the business.',
  ],
  [
    'An administrator creates policies that define who can do what with which resources. Roles bundle common privileges: there are three of them, Admin, Editor, and Reader.',
    'Roles bundle common privileges, and there are three of them: Admin, Editor, and Reader.',
  ],
  [
    'A healthy instance has these containers. Setup containers run once and exit with status 0. The other containers keep running.',
    'Setup containers run once and then exit with status 0.',
  ],
  [
    'A tag is an informal label for datasets, columns, and containers that helps people find and categorize them, without an entry in the business glossary. In this tutorial, you create a tag named Retiring, add it to a dataset and to one of its columns, read it back, and remove it again. It takes about fifteen minutes.',
    'A tag is an informal label for datasets, columns, and containers.',
    'The tutorial takes about fifteen minutes.',
  ],
  [
    'Changes take up to two minutes to become effective. Then sign in as a member of the group in a private window, and try one thing that is allowed and one thing that is not.',
    'It takes up to two minutes for changes to become effective.',
  ],
  [
    'In BigQuery, only the latest partition of a partitioned table and the latest shard of a sharded one are profiled, so the statistics do not describe all rows.',
    'In BigQuery, only the latest partition of a partitioned table is profiled.',
  ],
  [
    'The action contains your business logic: it sends a message, writes a row, or opens a ticket. Each pipeline has exactly one action, which runs after the filter and the transformers.',
    'Each pipeline has exactly one action.',
    'The action runs after the filter and the transformers.',
  ],
  [
    'An aspect has no meaning by itself. Each aspect is stored under the URN of an entity. The URN, the name of the aspect, and the version identify one document.',
    'One document is identified by the URN, the name of the aspect, and the version.',
  ],
  [
    'Create a separate token for each use, with the shortest lifetime that works. Then you can replace one token without affecting the others.',
    'Create a separate token for each use so that you can replace one token without affecting the others.',
  ],
  [
    'Open Settings > Users & Groups > Users. Each row shows the role of the user, if any. Choose another one from the drop-down list.',
    'Each row shows the role of the user, and you can choose another one from the drop-down list.',
  ],
  [
    'DataHub can use Kafka and the schema registry of Confluent Cloud instead of running its own. You create topics and two keys there, and then configure the DataHub services. Allow about an hour.',
    'You create topics and two keys in Confluent Cloud, and then configure the DataHub services.',
  ],
  [
    'Small pull requests are reviewed sooner. Do not mix a fix with reformatting in one pull request, because the result is hard to review. Send two instead.',
    'Do not mix a fix with reformatting in one pull request.',
    'Do not mix a fix with reformatting, because it makes one pull request hard to review.',
  ],
  [
    'A transformer changes the metadata of a source on its way to DataHub. Several transformers run in the configured order, each on the result of the previous one.',
    'Several transformers run in the configured order, each one on the result of the previous one.',
  ],
  [
    'There is no schedule. GraphQL is the public, higher-level API, and the web interface uses it too. One request can follow links: from a dataset to its owners and to their groups.',
    'With GraphQL, one request can follow links from a dataset to its owners and their groups.',
  ],
  [
    'Entities are indexed in Elasticsearch: there is one index for each entity type, with one document for each entity.',
    'There is one index for each entity type, and it has one document for each entity.',
  ],
];
