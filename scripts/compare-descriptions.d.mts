/** An option in the original schema. */
export interface OriginalOption {
  description: string;
  deprecated: boolean;
  values: readonly unknown[] | undefined;
  /** Limits of a number, such as `gt 0`. */
  constraints: readonly string[];
}

/** An option in the catalog. */
export interface CatalogOption {
  description?: string | undefined;
  type?: string | undefined;
  deprecated?: boolean | undefined;
  computed?: string | undefined;
  default?: unknown;
  values?: readonly string[] | undefined;
  constraints?: Readonly<Record<string, number | undefined>> | undefined;
}

/** Markers in an original description (`original`), and the words in the catalog's description that have the same meaning (`ours`). */
export const MARKERS: readonly { name: string; original: RegExp; ours: RegExp }[];

export function flattenSchema(schema: object): Map<string, OriginalOption>;
export function compareOption(original: OriginalOption, ours: CatalogOption): string[];
