/** A small site for tests. */
export { SAMPLE_GROUPS, SAMPLE_RECORDS, samplePage } from './testing/sample-records.ts';
