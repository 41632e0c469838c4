/** Shapes of `catalog/metadata-model.yaml` and of the registry that it names. */
import { z } from 'zod';

const text = z.string().min(1, 'must not be empty');

/** Where the platform's own description of its metadata model is. Paths are relative to this file. */
export const platformModelSchema = z.strictObject({
  /** The list of entities with their aspects: `entity-registry.yml`. */
  registry: text,
  /** Folders with `.pdl` files, searched with all below them. */
  models: z.array(text).min(1, 'must name at least one folder'),
});

/** The registry is the platform's file: keys that the pages have no use for are let through. */
export const registrySchema = z.looseObject({
  entities: z.array(
    z.looseObject({
      name: text,
      doc: z.string().nullish(),
      category: z.enum(['core', 'internal']).default('core'),
      keyAspect: text,
      aspects: z.array(text).nullish(),
    }),
  ),
});

export type Registry = z.output<typeof registrySchema>;
