import type { SiteConfigInput } from './schema.ts';

/** Gives an editor the types of the configuration; returns it as it is. Validation comes with loading. */
export function defineConfig(config: SiteConfigInput): SiteConfigInput {
  return config;
}
