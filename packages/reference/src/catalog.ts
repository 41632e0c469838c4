/** The data of the catalog, for tests and scripts that compare written pages with it. */
export { readEntities } from './entities/entity-files.ts';
export { entities } from './entities/entity-page.ts';
export { createTypeLookup, expandFields, relationshipEdges } from './entities/model.ts';
export type { Aspect, EntityCatalog, ModelType } from './entities/model.ts';
export { checkCommand, readShell, sessionCommands } from './examples/check-command.ts';
export { readCommands } from './examples/check-command.ts';
export type { CliFacts } from './examples/check-command.ts';
export { createGraphQLReference, graphql } from './graphql/graphql-pages.ts';
export { readIntegrations } from './integrations.ts';
export type { GeneratedPage } from './generator.ts';
export { pythonSdk } from './python-sdk.ts';
export { fieldAnchor, shownDefault } from './sources/option-tables.ts';
export { CAPABILITIES, describeField, topOf } from './sources/source-file.ts';
export type { Capability, Field, SourceCatalog } from './sources/source-file.ts';
export { sources } from './sources/source-page.ts';
