/** The reference as a plugin of the engine. */
export { reference } from './plugin.ts';
export type { ReferenceOptions } from './plugin.ts';
