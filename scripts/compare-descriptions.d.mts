/** What the original says of an option. */
export interface OriginalOption {
  description: string;
  deprecated: boolean;
  values: readonly unknown[] | undefined;
}

/** What the catalog says of an option. */
export interface CatalogOption {
  description?: string;
  type?: string;
  deprecated?: boolean;
  computed?: string;
  default?: unknown;
  values?: readonly string[];
}

export function flattenSchema(schema: object): Map<string, OriginalOption>;
export function compareOption(original: OriginalOption, ours: CatalogOption): string[];
