/** Reference pages generated from catalog data, as a plugin of the engine. */
export { reference } from './plugin.ts';
export type { ReferenceOptions } from './plugin.ts';
export type { Integration } from './integrations.ts';
