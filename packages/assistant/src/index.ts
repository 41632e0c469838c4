/** The assistant as a plugin of the engine. */
export { assistant } from './plugin.ts';
export type { AssistantConfig, AssistantOptions } from './config.ts';
