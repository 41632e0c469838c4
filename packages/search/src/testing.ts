/** What the tests of several packages share: a small site, and any characters. */
export { anyCharacter } from './testing/any-character.ts';
export { SAMPLE_GROUPS, SAMPLE_RECORDS, samplePage } from './testing/sample-records.ts';
