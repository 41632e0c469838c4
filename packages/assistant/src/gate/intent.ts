/** Recognizes texts that are not questions about the documentation, by their wording, because the pages may contain the same words. */

/** `attack`: asks for other rules or for internal text; `secret`: asks for credentials; `task`: asks for a text to be written. */
export type Intent = 'question' | 'attack' | 'secret' | 'task';

const SECRET = String.raw`(?:passwords?|passphrase|api[ _-]?keys?|access tokens?|tokens?|secrets?|credentials?|private (?:\w+ )?keys?|\w+_(?:api_)?key)`;
/** Words of somebody who manages the secrets of others. */
const MANAGES = String.raw`(?:resets?|chang(?:es?|ing)|forgot(?:ten)?|lost|loses?|rotat(?:es?|ing)|revok(?:es?|ing)|renew|replace|remove|delete|disable|expires?|store[sd]?|update|invalidate|set)`;
const ORDERS = String.raw`(?:instructions?|rules|prompts?|guidelines|directions|messages?|orders|told|said|polic(?:y|ies)|restrictions|programming|template)`;

const ATTACKS = [
  // Attempts to replace the instructions
  String.raw`\b(?:ignore|disregard|forget|override|bypass|drop)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|everything|all|any|your|safety|system)\b.{0,30}\b${ORDERS}\b`,
  String.raw`\bignore (?:the |all |your )?(?:docs|documentation|context|sections)\b`,
  String.raw`\byou are now\b|\bfrom now on\b|\bdo anything now\b|\b(?:developer|god|debug|dan) mode\b.{0,40}\b(?:ignore|enable|on)\b|\benable (?:developer|god|dan) mode\b|\bjailbreak`,
  String.raw`\b(?:pretend|imagine) (?:to be|that you|you)\b|\brole-?play\b|^(?:please )?act as (?:a|an|my|if)\b|\band act as (?:a|an|my|if)\b|\btalk like an?\b|\bstop being\b`,
  String.raw`\b(?:answer|respond|reply|say) (?:only|just|nothing but|to every)\b`,
  // Requests for internal text
  String.raw`\b(?:your|system|hidden|initial|original|secret) (?:\w+ )?(?:prompt|instructions?|rules|guidelines|template)\b`,
  String.raw`\b(?:words|text|lines?|everything|sentences?) (?:above|before this)\b|\b(?:template|text|prompt) (?:that )?you (?:were|are|have been) given\b`,
  // Text that imitates other input
  String.raw`_{2,}start_response_stream|<\/?(?:system|context|script|assistant|instructions?|sections?|iframe|img)\b|<\|\w+\|>|\[\/?inst\]|^\s*(?:system|assistant)\s*:`,
].map((source) => new RegExp(source, 'iu'));

const SECRETS = [
  String.raw`\b(?:reveal|leak|print|dump|(?:give|send|tell|hand|show|email) (?:me|us|out|over))\b(?: (?!(?:how|where|which|about|with|to)\b)\S+){0,6} ${SECRET}\b(?! (?:polic|manage|field|rotat|type))`,
  // A question such as "reset a user's password" does not ask for the secret itself.
  String.raw`^(?![^]*\b${MANAGES}\b)[^]*\b(?:your|his|her|their|\p{L}+['’]s|(?:other|all) (?:the )?(?:users|people)(?:['’]s?)?|admin|root|somebody else['’]s) (?:\w+ )?${SECRET}\b(?=[ ?.!]*$| (?:of|for) (?:this|your))`,
  String.raw`\b(?:${SECRET}|key|environment variables|configuration|files?) (?:of|on|for|from) (?:this|your) (?:\w+ )?(?:server|site|website|host|machine|computer|page|bot|assistant)\b`,
  String.raw`\b(?:what|which) ${SECRET} (?:do|does|did)\b.{0,60}\b(?:use|have|has|type|choose)\b|\b(?:valid|working|real|somebody['’]s) ${SECRET} (?:that|for me|to use)\b`,
  String.raw`\b(?:show|tell|give|print|send|list|dump|reveal)\b(?: me| us)? (?:all )?your (?:\w+ )?(?:environment|env|variables|configuration|config|logs?|database|source code|files?)\b`,
  String.raw`\/etc\/(?:passwd|shadow)\b|\bcredit card numbers? you\b|\be-?mail addresses of (?:all|your|other|the) (?:\w+ )?(?:customers|users|readers|visitors|people)\b`,
  String.raw`\b(?:last|other|previous|another) (?:visitor|reader|person|customer)s?\b.{0,20}\b(?:ask|say|said|want)`,
].map((source) => new RegExp(source, 'iu'));

const TASKS = [
  String.raw`\b(?:write|compose|make up|sing|tell|give|invent|create|recite)\b(?: (?:me|us))?(?: (?:a|an|some|the|short|funny|another|nice|little|long))* (?:\w+ )?(?:poems?|haikus?|songs?|limericks?|stor(?:y|ies)|jokes?|essays?|novels?|raps?|riddles?|sonnets?|cover letters?|speech|fairy tales?)\b`,
  String.raw`\btranslate\b(?! (?:the |its )?(?:\w+ )?(?:interface|ui|menus?|website)\b).{1,200}\b(?:in)?to (?:english|german|french|spanish|italian|chinese|japanese|russian|portuguese|dutch|klingon|latin|hindi|korean|polish|turkish|arabic)\b`,
].map((source) => new RegExp(source, 'iu'));

const CHATTER = new Set(
  `hi hello hey hallo yo thanks thank you thx ok okay yes no bye goodbye good morning evening day afternoon night test testing help please cool great
  nice sorry why what who how are there anyone bot welcome lol haha hmm so well done me can could i do it that sup up again 123`.split(
    /\s+/,
  ),
);

/** Whether a text consists only of greetings, thanks, and filler. */
export function isChatter(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 || (words.length < 8 && words.every((word) => CHATTER.has(word)));
}

/** The intent of a text, by its wording. Takes linear time for any text. */
export function intentOf(text: string): Intent {
  const matches = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(text));
  if (matches(ATTACKS)) return 'attack';
  if (matches(SECRETS) && !/\bdefault\b/i.test(text)) return 'secret';
  return matches(TASKS) ? 'task' : 'question';
}
