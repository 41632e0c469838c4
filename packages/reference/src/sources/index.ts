import type { ReferencePart } from '../contract.ts';
import { readSources } from './read-sources.ts';
import type { SourceCatalogue } from './read-sources.ts';
import { sourcePage } from './source-page.ts';

export type { SourceCatalogue } from './read-sources.ts';

/** Pages of the ingestion sources, `/docs/generated/ingestion/sources/{platform}`. */
export const sources: ReferencePart<SourceCatalogue> = {
  read: readSources,
  generate: ({ entries, shared }, context) => entries.map((entry) => sourcePage(entry, shared, context)),
};
