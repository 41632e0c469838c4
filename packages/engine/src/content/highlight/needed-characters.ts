/** Which characters a text has to hold for a pattern of a grammar to match in it. */
import { parse } from 'oniguruma-parser/parser';
import type { AlternativeNode, CharacterClassNode, CharacterNode } from 'oniguruma-parser/parser';

import { asciiSet } from './ascii-set.ts';
import type { AsciiSet } from './ascii-set.ts';

type Node = AlternativeNode | AlternativeNode['body'][number];

/** As Shiki reads patterns: what only makes a pattern wrong is no concern of ours. */
const READING = {
  normalizeUnknownPropertyNames: true,
  rules: { captureGroup: true, singleline: true },
  skipBackrefValidation: true,
  skipLookbehindValidation: true,
  skipPropertyNameValidation: true,
};

const NONE: ReadonlySet<number> = new Set();
const CASE_BLIND = /\(\?[a-z-]*i/i;
const isLetter = (code: number): boolean => code > 127 || /[a-z]/i.test(String.fromCharCode(code));

/** @param pattern in the syntax of Oniguruma. Characters that may be missing are left out: the answer may be too small, never too large. */
export function neededCharacters(pattern: string): AsciiSet {
  const isCaseBlind = CASE_BLIND.test(pattern);
  const needed = ofAlternatives(parse(pattern, READING).body);
  return asciiSet([...needed].filter((code) => !isCaseBlind || !isLetter(code)));
}

function ofAlternatives([first, ...others]: readonly AlternativeNode[]): ReadonlySet<number> {
  if (first === undefined) return NONE;
  return others.reduce((common, other) => common.intersection(ofNode(other)), ofNode(first));
}

function ofNode(node: Node): ReadonlySet<number> {
  switch (node.type) {
    case 'Alternative':
      return node.body.reduce((all, one) => all.union(ofNode(one)), NONE);
    case 'Group':
    case 'CapturingGroup':
      return ofAlternatives(node.body);
    case 'LookaroundAssertion':
      return node.negate ? NONE : ofAlternatives(node.body);
    case 'Quantifier':
      return node.min > 0 ? ofNode(node.body) : NONE;
    case 'Character':
      return ofCharacter(node);
    case 'CharacterClass':
      return ofClass(node);
    default:
      return NONE;
  }
}

const ofCharacter = ({ value }: CharacterNode): ReadonlySet<number> => new Set([value]);

/** Of a class only one with a single character: `[.]`. */
function ofClass({ kind, negate, body: [only, ...others] }: CharacterClassNode): ReadonlySet<number> {
  return kind === 'union' && !negate && others.length === 0 && only?.type === 'Character' ? ofCharacter(only) : NONE;
}
