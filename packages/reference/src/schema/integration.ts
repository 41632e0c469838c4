/** What `/integrations` tells of a connected system, and the shape of `catalog/integrations.yaml`. */
import { z } from 'zod';

const text = z.string().trim().min(1, 'must not be empty');

/** What kind of system it is: one for each. */
export const PLATFORM_TYPES = [
  'AI+ML',
  'BI Tool',
  'Datastore',
  'ETL and Processing',
  'Identity Provider',
  'Messaging',
  'Metadata',
  'Observability',
  'Orchestrator',
] as const;

/** What an integration can be marked with. */
const MARKED_FEATURES = ['Alerting', 'Lower Casing', 'Notifications', 'Patch Lineage', 'Status Aspect', 'UI Ingestion'] as const;

/** What the listing works out of a source's capabilities and options, and nobody marks by hand. */
const DERIVED_FEATURES = ['Column Level Lineage', 'Stateful Ingestion'] as const;

/** Slug of a brand in the `simple-icons` package; absent where the package has none: the name stands alone then. */
const mark = text.optional();

/** The `listing` of `catalog/sources/{platform}.yaml`; name, summary and status are the source's own. */
export const listingSchema = z.strictObject({
  type: z.enum(PLATFORM_TYPES),
  mark,
  features: z.array(z.enum(MARKED_FEATURES)).default([]),
});

/** Integrations that no recipe reads, or whose page people wrote. */
export const integrationsSchema = z.array(
  z.strictObject({
    name: text,
    /** One line: what it brings in. */
    summary: text,
    /** Its page: a file below the docs' root, `lineage/airflow.md`. */
    page: text.regex(/^[^/].*\.md$/, 'must be a file below content/docs that ends in .md'),
    type: z.enum(PLATFORM_TYPES),
    connection: z.enum(['Pull', 'Push']),
    mark,
    features: z.array(z.enum([...MARKED_FEATURES, ...DERIVED_FEATURES])).default([]),
  }),
);

/** One entry of `/integrations`. Plain text throughout. */
export interface Integration {
  name: string;
  text: string;
  mark?: string;
  /** Route of its page, without base URL. */
  route: string;
  type: (typeof PLATFORM_TYPES)[number];
  /** Whether DataHub reads the system, or the system reports. */
  connection: 'Pull' | 'Push';
  status: 'Certified' | 'Incubating' | 'Testing' | 'Not rated';
  /** In alphabetical order. */
  features: string[];
}
