/** What the original says of an option. */
export interface OriginalOption {
  description: string;
  deprecated: boolean;
  values: readonly unknown[] | undefined;
}

/** What the catalog says of an option. */
export interface CatalogOption {
  description?: string | undefined;
  type?: string | undefined;
  deprecated?: boolean | undefined;
  computed?: string | undefined;
  default?: unknown;
  values?: readonly string[] | undefined;
}

/** Markers in an original description, and the words of ours that correspond to them. */
export const MARKERS: readonly { name: string; original: RegExp; ours: RegExp }[];

export function flattenSchema(schema: object): Map<string, OriginalOption>;
export function compareOption(original: OriginalOption, ours: CatalogOption): string[];
