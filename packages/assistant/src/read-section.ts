import type { SearchRecord } from '@quire/search/contract.ts';
import { readUnits } from './extractive/units.ts';
import { wordsOf } from './gate/features.ts';
import { headingOf, namesOf } from './retrieve/names.ts';
import { directoryOf } from './retrieve/section-nature.ts';

/** Reads of a section what questions need of it, so that the first of them does not wait for that. Kept for as long as the record is. */
export function readSection(record: SearchRecord): void {
  namesOf(record.page);
  headingOf(record);
  directoryOf(record);
  wordsOf(record);
  readUnits(record);
}
