/** How well each unit of a section answers by itself: its words, where it stands, and what sort of answer is wanted. */
import type { SearchRecord } from '@quire/search';
import type { QuestionKind } from '../contract.ts';
import { coverage, holds, type Held, type Wanted } from './question-words.ts';
import { isSubject, readContext, type SectionContext } from './section-context.ts';
import type { Unit } from './section-reading.ts';
import type { SectionReader } from './units.ts';

export interface ScoredUnit extends Unit {
  /** 0 to 1: the part of the question that is in the unit itself. */
  own: number;
  /** About 0 to 2; 0 for what does not answer at all. */
  score: number;
}

/** The first three are shares of one; all were set by reading answers to questions about the documentation. */
const WEIGHT = { own: 0.5, heading: 0.3, page: 0.2, exact: 0.3, answer: 0.25, defines: 0.3, opens: 0.1, opensPage: 0.1, opensSubject: 0.7 };
const LOSS = {
  question: 0.3,
  fragment: 0.6,
  long: 0.1,
  leansBack: 0.06,
  unrelated: 0.15,
  output: 0.3,
  codeLine: 0.01,
  leadsElsewhere: 0.25,
};
/** Code repeats words without saying anything of them. */
const OF_CODE = 0.55;
/** Of a procedure its heading says what it is for; it need not say it again. */
const OF_PROCEDURE = 0.9;
const NUMBERED = 0.1;

/** What sort of unit answers what sort of question. */
const PRIOR: Record<QuestionKind, Partial<Record<Unit['kind'], number>>> = {
  'how-to': { list: 0.08, code: 0.12, sentence: 0.02, row: -0.05, table: -0.1, item: -0.05 },
  'what-is': { sentence: 0.15, code: -0.3, row: -0.35, table: -0.35, list: -0.3, item: -0.05 },
  why: { sentence: 0.06, row: 0.08, item: 0.05, code: -0.25, table: -0.2, list: -0.2 },
  which: { row: 0.08, sentence: 0.05, item: 0.05, code: -0.15, list: -0.15, table: -0.15 },
  'yes-no': { sentence: 0.08, row: 0.08, item: 0.05, code: -0.25, list: -0.2, table: -0.2 },
  list: { list: 0.15, table: 0.15, sentence: 0.02, code: -0.25, row: -0.05, item: -0.05 },
  other: { sentence: 0.08, row: 0.08, item: 0.05, code: -0.1, list: -0.15, table: -0.15 },
};

const POINTS_ELSEWHERE = new RegExp(
  [
    String.raw`^(?:see|read|refer to|check out|learn more|more (?:on|about|details)|for (?:more|further|details|a)|below)\b`,
    String.raw`^check (?:it|that)\b`,
    String.raw`^follow (?:the|this) (?:guide|link)\b`,
    String.raw`^(?:in )?this (?:tutorial|guide|page|section|document)\b`,
    String.raw`^the (?:next|following|previous) (?:section|page|table|example)s?\b`,
    String.raw`^the (?:section|page|guide|chapter)s? (?:on|about)\b`,
    String.raw`^(?:what|how|where|which)\b.*\b(?:is|are) (?:in|on|under)\b`,
    String.raw`\bhas the (?:full|whole) \w+\.$`,
  ].join('|'),
  'i',
);
/** What leads to code that a program writes, not the reader. */
const OUTPUT = /\b(?:answers?|returns?|prints?|outputs?|results?|responds?|response|says|looks? like|reads? [\w ]* from)\b.*:/i;
const VERB =
  /^(.{2,70}?)\s(?:is|are|means?|refers? to|represents?|stands? for|describes?|groups?|lets?|collects?|holds?|gives?|says?|tells?|names?|shows?)\s/iu;

/** Scores of all units of a section. */
export function scoreUnits(record: SearchRecord, wanted: Wanted, reader: SectionReader): ScoredUnit[] {
  const context = readContext(record, wanted, reader);
  return reader.unitsOf(record).map((unit) => {
    const held = holds(wanted, unit.terms);
    const gain = fit(unit, held, context, wanted) + place(unit, context, wanted, reader);
    return { ...unit, own: coverage(wanted, held), score: Math.max(0, gain - losses(unit, wanted)) };
  });
}

/** What of the question the unit holds: itself, with what leads to it, and with the name of its page. */
function fit(unit: Unit, held: Held, context: SectionContext, wanted: Wanted): number {
  const own = ownCoverage(unit, held, context, wanted);
  const around = unit.around === '' ? [] : holds(wanted, unit.aroundTerms);
  const withHeading = coverage(wanted, held, around, context.heading);
  const withPage = coverage(wanted, held, around, context.heading, context.page);
  const words = WEIGHT.own * own + WEIGHT.heading * withHeading + WEIGHT.page * withPage;
  // A word that stands nowhere around the unit may be the one that matters.
  return words * (0.4 + 0.6 * withPage * withPage) + literal(unit, own, wanted) - (own === 0 ? LOSS.unrelated : 0);
}

/** Strings letter by letter, and the number or name that is asked for. */
function literal({ passage, quotesCode }: Unit, own: number, { exact, answer }: Wanted): number {
  const lower = passage.toLowerCase();
  const found = exact.filter((one) => lower.includes(one)).length / Math.max(1, exact.length);
  return WEIGHT.exact * found + (answer !== null && own > 0 && (answer === 'code' ? quotesCode : answer.test(passage)) ? WEIGHT.answer : 0);
}

function ownCoverage(unit: Unit, held: Held, context: SectionContext, wanted: Wanted): number {
  const { kind, entries, entryTerms } = unit;
  if (isDefinitionByTitle(unit, context, wanted)) return 1;
  const all = coverage(wanted, held);
  const procedure = wanted.kind === 'how-to' && (kind === 'code' || unit.isNumbered) ? OF_PROCEDURE * context.fit : 0;
  if (kind === 'code') return Math.max(OF_CODE * all, procedure);
  if (entries.length === 1) return Math.max(all, procedure);
  // Of a list the best entry counts, unless the whole of it is the answer.
  const best = entryTerms.reduce((most, terms) => Math.max(most, coverage(wanted, holds(wanted, terms))), 0);
  return wanted.kind === 'how-to' || wanted.kind === 'list' ? Math.max((best + all) / 2, procedure) : best;
}

function place(unit: Unit, context: SectionContext, wanted: Wanted, reader: SectionReader): number {
  const prior = (PRIOR[wanted.kind][unit.kind] ?? 0) + (wanted.kind === 'how-to' && unit.isNumbered ? NUMBERED : 0);
  if (isDefinitionByTitle(unit, context, wanted)) return prior + WEIGHT.opensSubject;
  const defines = wanted.kind === 'what-is' && unit.kind === 'sentence' && saysWhatItIs(unit, wanted, reader) ? WEIGHT.defines : 0;
  return prior + defines + (unit.place === 0 && wanted.kind !== 'how-to' ? WEIGHT.opens + (context.isOpening ? WEIGHT.opensPage : 0) : 0);
}

/** What the page about a thing begins with says what the thing is, whether it names it again or not. */
function isDefinitionByTitle({ kind, place }: Unit, { opensSubject }: SectionContext, wanted: Wanted): boolean {
  return wanted.kind === 'what-is' && kind === 'sentence' && place === 0 && opensSubject;
}

/** Whether the sentence says of the very thing asked for what it is. */
function saysWhatItIs({ passage }: Unit, wanted: Wanted, reader: SectionReader): boolean {
  const subject = VERB.exec(passage)?.[1];
  return subject !== undefined && isSubject(subject, wanted, reader);
}

function losses({ passage, words, kind, leansBack, leadsElsewhere, around }: Unit, wanted: Wanted): number {
  const isProse = kind === 'sentence' || kind === 'item';
  return (
    (isProse && passage.endsWith('?') ? LOSS.question : 0) +
    (isProse && (words < 4 || POINTS_ELSEWHERE.test(passage)) ? LOSS.fragment : 0) +
    (kind === 'sentence' && words > 40 ? LOSS.long : 0) +
    (kind === 'code' && OUTPUT.test(around) ? LOSS.output : 0) +
    (kind === 'code' ? LOSS.codeLine * Math.max(0, passage.split('\n').length - 4) : 0) +
    (leansBack ? LOSS.leansBack : 0) +
    (leadsElsewhere && wanted.kind !== 'list' ? LOSS.leadsElsewhere : 0)
  );
}
