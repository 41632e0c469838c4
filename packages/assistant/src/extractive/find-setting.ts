/** Finds the row of a table that documents the setting for which a question asks: an option, a variable, a flag, or a field. */
import type { IndexedSection, Retrieval } from '../contract.ts';
import { type Matches, matchesOf, type ScoringQuery } from './score-units.ts';
import type { SectionReader, Unit } from './units.ts';

/** Words of a question about a setting that do not name it. */
const GENERIC_WORDS =
  /^(?:env(?:ironment)?|vars?|config(?:uration|ure)?|variables?|keys?|options?|flags?|settings?|parameters?|fields?|propert(?:y|ies)|arguments?|defaults?|values?|names?|sets?|changes?|controls?|determines?|defines?|selects?|contains?|specif(?:y|ies)|recipes?|sources?|connectors?|plugins?|ingestion|yaml|number|turns?)$/i;

/** What a setting does, for which its name and its description often use another word, and the factor of the weight of these words. */
const ACTIONS = /^(?:limits?|restricts?|excludes?|includes?|filters?|ignores?|skips?|enables?|disables?|only|points?|tells?)$/i;
const ACTION_FACTOR = 0.3;

/**
 * The score of a row: the shares of the words in the name of the setting and in the row, how much of the name the question contains, and
 * whether the name, or another part of the row, is an exact string of the question.
 */
const WEIGHT = { name: 0.6, row: 0.3, fit: 0.1, exact: 1, quotesExact: 0.5 };
/** Minimum share of the words in the name; or in the row, if the name contains at least one of them, or has the form of a variable or a flag. */
const MIN_NAME = 0.6;
const MIN_ROW = 0.9;

/** Rows whose score is lower than that of the best one by at most this much are about the setting, too. */
const MAX_GAP = 0.15;
const MAX_ROWS = 4;

/** Maximum number of units of a page that are compared with a question. The longest reference pages have about a thousand. */
const MAX_UNITS = 4000;

/** Kinds of settings whose names have a form of their own. */
const FORMS: readonly (readonly [kind: RegExp, name: RegExp])[] = [
  [/^(?:vars?|variables?)$/i, /^[A-Z][A-Z\d_]+$/],
  [/^flags?$/i, /^-/],
];

/** Returns the first word of a row. The type of an option may follow its name. */
const nameOf = ({ passage }: Unit): string => /^[^\s,]+/u.exec(passage)?.[0] ?? '';

/** Returns the units of sections up to a limit. */
function unitsOf(sections: readonly IndexedSection[], reader: SectionReader): { section: IndexedSection; row: Unit }[] {
  const units: { section: IndexedSection; row: Unit }[] = [];
  for (const section of sections) {
    if (units.length >= MAX_UNITS) break;
    for (const row of reader.unitsOf(section.record)) units.push({ section, row });
  }
  return units;
}

/** The rows of one section. */
export interface SettingRows {
  section: IndexedSection;
  /** In the order of the section. */
  rows: readonly Unit[];
}

const namesOf = ({ record: { page } }: IndexedSection, query: ScoringQuery, reader: SectionReader): Matches =>
  matchesOf(query, reader.nameTermsOf(page));

/**
 * Returns the rows that document the setting, on the page with the most words of the question in its names. Pages with fewer of them than the
 * best page are ignored, because many settings have the same name.
 */
export function findSettings({ pagesWithSettings = [] }: Retrieval, query: ScoringQuery, reader: SectionReader): SettingRows[] {
  const named = pagesWithSettings.flatMap((sections) => {
    const [first] = sections;
    return first === undefined ? [] : { sections, weight: weigh(query, namesOf(first, query, reader)) };
  });
  const candidates = named.filter(({ weight }) => weight >= (named[0]?.weight ?? 0)).toSorted((a, b) => b.weight - a.weight);
  for (const { sections } of candidates) {
    const found = findOnPage(sections, query, reader);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the sections with the settings of a question, and then the other evidence. */
export function withSettingsFirst(retrieval: Retrieval, query: ScoringQuery, reader: SectionReader): IndexedSection[] {
  const sections = findSettings(retrieval, query, reader).map(({ section }) => section);
  const records = new Set(sections.map(({ record }) => record));
  return [...sections, ...retrieval.evidence.filter(({ record }) => !records.has(record))];
}

const weigh = ({ words }: ScoringQuery, matches: Matches): number =>
  words.reduce((sum, { written, weight }, i) => sum + (GENERIC_WORDS.test(written) ? 0 : weight * (matches[i] ?? 0)), 0);

/**
 * Returns the rows of a page that document the setting, grouped by section, the best section first; none if the question does not name the
 * setting, or if no row is about it.
 * @param sections the sections of the page
 */
function findOnPage(sections: readonly IndexedSection[], query: ScoringQuery, reader: SectionReader): SettingRows[] {
  const [first] = sections;
  if (first === undefined) return [];
  const onPage = namesOf(first, query, reader);
  /** The weights of the words that name the setting; 0 for the others. */
  const weights = query.words.map(({ written, weight }, i) =>
    GENERIC_WORDS.test(written) || (onPage[i] ?? 0) > 0.5 ? 0 : weight * (ACTIONS.test(written) ? ACTION_FACTOR : 1),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return [];
  const form = FORMS.find(([kind]) => query.words.some(({ written }) => kind.test(written)))?.[1];
  const coverage = (matches: Matches): number => weights.reduce((sum, weight, i) => sum + weight * (matches[i] ?? 0), 0) / total;

  /** Returns how well a row documents the setting; 0 if it documents another one. */
  function scoreOf(row: Unit): number {
    const name = nameOf(row);
    if (!row.documentsName || form?.test(name) === false) return 0;
    const nameTerms = reader.vocabulary.termsOf(name);
    const inName = coverage(matchesOf(query, nameTerms));
    const inRow = coverage(matchesOf(query, row.terms));
    const isExact = query.exact.includes(name.toLowerCase());
    const quotesExact = query.exact.some((one) => row.passage.toLowerCase().includes(one));
    if (!isExact && !quotesExact && inName < MIN_NAME && (inRow < MIN_ROW || (inName === 0 && form === undefined))) return 0;
    const fit = nameTerms.filter((term) => Math.max(...matchesOf(query, [term])) > 0.5).length / Math.max(1, nameTerms.length);
    return WEIGHT.name * inName + WEIGHT.row * inRow + WEIGHT.fit * fit + (isExact ? WEIGHT.exact : quotesExact ? WEIGHT.quotesExact : 0);
  }

  const scored = unitsOf(sections, reader)
    .map(({ section, row }) => ({ section, row, score: scoreOf(row) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  // Variants of a connector repeat their settings.
  const names = new Set<string>();
  const close = scored
    .filter(({ row, score }) => score >= (scored[0]?.score ?? 0) - MAX_GAP && !names.has(nameOf(row)) && names.add(nameOf(row)))
    .slice(0, MAX_ROWS);
  return [...Map.groupBy(close, ({ section }) => section)].map(([section, found]) => ({
    section,
    rows: found.map(({ row }) => row).toSorted((a, b) => a.position - b.position),
  }));
}
