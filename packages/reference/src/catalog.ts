/** Readers of catalog data, for checks that compare written pages with the platform's facts. */
export { entities } from './entities/entity-page.ts';
export type { Aspect, EntityCatalog, ModelType } from './entities/model.ts';
export { checkCommand, readShell, sessionCommands } from './examples/check-command.ts';
export { readCommands } from './examples/commands.ts';
export type { CliFacts } from './examples/commands.ts';
export { graphql } from './graphql/graphql-pages.ts';
export { readIntegrations } from './integrations.ts';
export { pythonSdk } from './python-sdk.ts';
export { CAPABILITIES, describeField, topOf } from './sources/source-file.ts';
export type { Field } from './sources/source-file.ts';
export { sources } from './sources/source-page.ts';
