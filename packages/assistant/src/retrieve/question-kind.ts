import type { QuestionKind } from '../contract.ts';

/** The first pattern that fits decides. Readers leave out words, so each asks for as little as it can. */
const KINDS: readonly (readonly [QuestionKind, RegExp])[] = [
  [
    'why',
    /^(?:why|how come)\b|\bwhat (?:causes|does (?:this|the) error)\b|\b(?:error|exception|fail(?:s|ed|ing|ure)?|unauthorized|doesn['’]?t work|not working)\b/,
  ],
  [
    'how-to',
    /^(?:and )?how (?:do|to|can|should|would|could|does one)\b|\bhow (?:do|can|to)\b|\b(?:steps|instructions|guide) (?:to|for)\b|^where (?:do|can|should) i\b/,
  ],
  [
    'list',
    /^(?:list|name|enumerate)\b|\bwhat (?:are (?:all )?the|kinds?|types?|options|fields|arguments)\b|^which \w+s (?:are|does|do|can|exist)\b|\ball (?:the )?\w+s\b.*\?$/,
  ],
  ['which', /^(?:which|where|when|who|whose|how (?:many|much|long|often))\b|\bwhat \w+ (?:do|does|should|is needed)\b/],
  ['what-is', /^(?:what|whats|what['’]s)\b|^(?:define|explain|describe)\b|\b(?:difference between|meaning of|definition of)\b/],
  ['yes-no', /^(?:is|are|do|does|did|can|could|will|would|should|may|has|have)\b/],
];

/** What sort of answer a question asks for; `other` for keywords and whatever fits nothing. */
export function questionKind(text: string): QuestionKind {
  const plain = text.trim().toLowerCase();
  return KINDS.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other';
}
