/**
 * Removes personal data and secrets from what visitors wrote, before it is stored. Names of settings and functions, paths and
 * versions stay, since readers ask about them.
 *
 * Each detector is a bounded pattern; checksums and a look at the value keep ordinary text. No pattern may repeat without a
 * bound over text that another part of it matches too, so that the time is linear in the length of the text.
 */
import { isIP } from 'node:net';

interface Detector {
  /** Global. Named groups: `keep` is put back in front, `isSecret` checks `name` and `value`. */
  pattern: RegExp;
  label: string;
  /** Default: every match is replaced. */
  isSecret?: (match: { text: string; name: string; value: string; end: string }) => boolean;
}

/** Longer texts are cut. No stored text is longer. */
export const MAX_REDACTED_CHARACTERS = 4000;

const NAME = String.raw`pass(?:word|wd|phrase|code)?|pwd|(?<![a-z])(?:bind)?pw(?![a-z])|passwor[dt]|kennwort|senha|contrase[nñ]a|mot[ _]de[ _]passe|wachtwoord|parola|secret|token|credentials?|signature|(?:api|access|account|private|encrypt(?:ion)?|sign(?:ing)?|master|shared|storage|license|subscription|functions)[_.-]?key|session[_.-]?id|(?<![a-z])sig(?==[\w%+/]{6})|_auth(?=\s?=)`;
/** Suffixes of settings that describe a secret but do not contain it. */
const HARMLESS_SUFFIX =
  /^(?:s|iz\w*|through|(?:[_-]?(?:key)?[_-]?(?:files?|path|name|ref|url|uri|length|policy|expir\w*|ttl|type|count|limit|enabled|required|field|column|env|version|size|claims?|endpoint|lifetime|duration|validity\w*|service|store|manager|provider|backend)))$/i;
const PLACEHOLDER =
  /^(?:\$|<|\{|%[({]|\*{2}|\.{3}|x{3}|\[(?:password|token|secret|e-mail|key|address|user)\b|your[_-]|my[_-]|changeme$|(?:null|none|true|false|undefined|nil|required|optional|string|redacted|example|placeholder|env|file|vault)\b)/i;
/** Words that follow the name of a secret in a sentence. */
const PROSE =
  /^(?:a|an|and|any|are|as|at|authentication|authorization|auth|be|by|can|cannot|do|does|else|empty|error|errors|expired|fails?|failed|field|flag|for|from|generation|grant|has|header|how|if|in|incorrect|instead|invalid|is|it|like|login|mean|means|mismatch|missing|must|need|needed|needs|no|not|of|on|option|options|or|parameter|argument|please|policy|required|reset|set|should|still|that|the|then|to|tokens?|use|used|using|valid|value|was|what|when|where|which|will|with|without|works?|wrong)[.,;:!?)]?$/i;

const DETECTORS: readonly Detector[] = [
  { pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:(?!-----END)[\s\S]){0,4000}(?:-----END[A-Z ]{0,40}-----)?/g, label: '[key]' },
  // `scheme://user:password@host`: the password may contain a slash or an @. A port is not a password.
  { pattern: /(?<=[a-z\d]:\/\/)[^\s/?#@:]{0,100}:(?!\d{1,5}(?:[/?#]|$))[^\s"'<>]{1,200}@(?=[\w[])/gi, label: '[password]@' },
  { pattern: /(?<=[a-z\d]:\/\/)[^\s/?#@]{1,200}@(?=[\w[])/gi, label: '[password]@' },
  { pattern: /(?<keep>\b(?:thin|oci|sqlplus)[:\s]\s?)[^\s/@]{1,60}\/[^\s@]{1,100}@/gi, label: '[password]@' },
  {
    pattern: /(?<keep>\b(?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks|webhook\.office\.com)\/)[^\s"']{1,300}/gi,
    label: '[token]',
  },
  {
    pattern: /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,100}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu,
    label: '[e-mail]',
    isSecret: ({ text }) => !text.startsWith('git@'),
  },
  { pattern: /\b[\w.+-]{1,64} ?(?:\[at\]|\(at\)| at ) ?[\w-]{1,63} ?(?:\[dot\]|\(dot\)| dot ) ?[a-z]{2,10}\b/gi, label: '[e-mail]' },
  { pattern: /(?<![\w-])eyJ[\w-]{5,2000}\.[\w-]{5,2000}(?:\.[\w-]{0,2000})?/g, label: '[token]' },
  // Headers. A cookie has a name and a value.
  { pattern: /(?<keep>\b(?:set-)?cookie["']?\s{0,2}:\s{0,2}["']?)(?=[^\s=]{1,100}=)[^\n"']{1,2000}/gi, label: '[secret]' },
  {
    pattern:
      /(?<keep>\bauthorization["']?\s{0,2}[:=]\s{0,2}["']?(?:(?:bearer|basic|token|apikey|digest)\s{1,2})?)(?<value>[^\s"',]{1,2000})/gi,
    label: '[token]',
    isSecret: ({ value }) => !PLACEHOLDER.test(value) && !PROSE.test(value),
  },
  {
    pattern: /(?<keep>\b(?:bearer|basic):?\s{1,2})(?<value>[\w+/=.~-]{4,2000})/gi,
    label: '[token]',
    isSecret: ({ value }) => !PLACEHOLDER.test(value) && (/\d|=$|[a-z][A-Z]/.test(value) || (value.length >= 12 && !PROSE.test(value))),
  },
  // Command lines.
  { pattern: /(?<keep>(?:^|\s)(?:-u|--user|--proxy-user)[\s=]{0,2}["']?)[^\s:"']{1,100}:[^\s"']{1,200}/g, label: '[password]' },
  { pattern: /(?<keep>\bmysql(?:dump|admin|import)?\b[^\n]{0,200}?\s-p)[^\s-][^\s]{0,100}/g, label: '[password]' },
  {
    pattern:
      /(?<keep>\b(?:sshpass|docker login|redis-cli|ldapsearch|az login|helm registry login)\b[^\n]{0,120}?\s-[paw]\s{0,2})["']?[^\s-][^\s]{0,100}/g,
    label: '[password]',
  },
  {
    pattern: new RegExp(
      String.raw`(?<keep>--[\w-]{0,40}(?:${NAME})(?<name>[\w-]{0,20})(?:\s{1,2}|=))(?<value>"[^"\n]{1,300}"|'[^'\n]{1,300}'|[^\s"']{1,300})`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value }) => !HARMLESS_SUFFIX.test(name) && !PROSE.test(value) && !isPlaceholder(value) && !value.startsWith('-'),
  },
  // Assignments: `DB_PASSWORD=x`, `"password": "x"`, `password: x`, `client_secret => x`.
  {
    pattern: new RegExp(
      String.raw`(?<keep>(?:${NAME})(?<name>[\w-]{0,40})(?:\\?["'])?\]?[ \t]{0,3}(?:=>|:=|==?)[ \t]{0,3})(?<value>\\?"(?:[^"\n\\]|\\.){1,300}"?|'[^'\n]{1,300}'|[^\s,;&"'})\]]{1,300})`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value }) => !HARMLESS_SUFFIX.test(name) && !isPlaceholder(value),
  },
  {
    pattern: new RegExp(
      String.raw`(?<keep>(?:${NAME})(?<name>[\w-]{0,40})(?:\\?["'])?[ \t]{0,3}:[ \t]{0,8})(?<value>\\?"(?:[^"\n\\]|\\.){1,300}"?|'[^'\n]{1,300}'|[^\s,;&"'})\]]{1,300})`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value, end }) =>
      !HARMLESS_SUFFIX.test(name) &&
      !isPlaceholder(value) &&
      (/^\\?["']/.test(value) || isSecretWord(value) || (isLineEnd(end) && !PROSE.test(value) && !value.includes('::'))),
  },
  // Arguments: `.password("x")`, `auth=('ana', 'x')`.
  {
    pattern: new RegExp(String.raw`(?<keep>(?:${NAME})(?<name>[\w-]{0,20})\(["'])(?<value>[^"'\n]{1,300})`, 'gi'),
    label: '[secret]',
    isSecret: ({ name, value }) => !HARMLESS_SUFFIX.test(name) && !isPlaceholder(value),
  },
  { pattern: /(?<keep>\bauth\s?=\s?\(\s?["'][^"'\n]{1,100}["'],\s?["'])[^"'\n]{1,300}/gi, label: '[secret]' },
  // Sentences: `my password is hunter2`.
  {
    pattern:
      /(?<keep>(?<![a-z])(?:password|passwd|pwd|passphrase|token|secret(?:[ _-]key)?|(?:api|access|encryption|signing)[ _-]?key|(?<=_)pass)\b(?:\s{1,2}(?:is|was|of|to|as|[\w.]{1,20} is))?\s{1,2}["'`]?)(?<value>[^\s"'`]{6,300})/gi,
    label: '[secret]',
    isSecret: ({ value }) => /[a-z]/i.test(value) && /\d/.test(value) && !isPlaceholder(value) && !/[/_]|^v?\d+\.\d/.test(value),
  },
  { pattern: /(?<keep>\b(?:pin|otp|cvv|cvc|mfa code|2fa|passcode)\b(?: code)?\s{0,2}(?:is|[:=])?\s{0,2})\d{3,8}\b/gi, label: '[secret]' },
  {
    pattern:
      /\b(?:gh[opusr]_|github_pat_|gl(?:pat|rt|dt)-|sk-|pk_|rk_|sk_|npm_|pypi-|hf_|dop_v1_|shp(?:at|ca|ss)_|dapi(?=[\da-f]{32})|key-(?=[\da-f]{32})|lin_api_|AIza|ya29\.|GOCSPX-|SG\.|hvs\.|dckr_pat_|atlasv1\.|sq0(?:atp|csp)-|(?:AKIA|ASIA|AGPA|AROA)(?=[A-Z0-9]{16}\b))[\w.-]{12,500}/g,
    label: '[token]',
  },
  { pattern: /\b(?:xox[abeoprs]|xapp)-[\w.-]{6,500}/g, label: '[token]' },
  // XML: an element of this name, and a key with its value.
  {
    pattern: new RegExp(
      String.raw`(?<keep><(?:[\w-]{1,40}:)?[\w.-]{0,40}(?:${NAME})(?<name>[\w-]{0,20})>)(?<value>[^<>\n]{1,300})(?=<\/)`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value }) => !HARMLESS_SUFFIX.test(name) && !isPlaceholder(value.trim()),
  },
  {
    pattern: new RegExp(
      String.raw`(?<keep>\b(?:key|name)\s?=\s?["'][\w.-]{0,40}(?:${NAME})(?<name>[\w-]{0,20})["']\s{1,3}value\s?=\s?["'])(?<value>[^"'\n]{1,300})`,
      'gi',
    ),
    label: '[secret]',
    isSecret: ({ name, value }) => !HARMLESS_SUFFIX.test(name) && !isPlaceholder(value),
  },
  // Numbers with a checksum or a fixed shape.
  { pattern: /(?<![\d.,:-])[3-6]\d{3}(?:[ -]?\d){9,15}(?![\d-])/g, label: '[card]', isSecret: ({ text }) => hasLuhnSum(text) },
  {
    pattern: /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,3})?\b/gi,
    label: '[account]',
    isSecret: ({ text }) => hasIbanSum(text),
  },
  { pattern: /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g, label: '[number]' },
  { pattern: /(?<![\w-])(?:[\da-f]{2}[:-]){5}[\da-f]{2}(?![\w:-])/gi, label: '[address]' },
  { pattern: /(?<![\w.])[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}(?![\w.])/gi, label: '[address]', isSecret: ({ text }) => /[a-f]/i.test(text) },
  {
    pattern: /(?<![\w+])(?:\+|00(?=[1-9]))\d{1,3}(?:[ ()./-]{0,3}\d{1,5}){2,6}(?!\w)/g,
    label: '[phone]',
    isSecret: ({ text }) => hasDigits(text, 9, 15),
  },
  { pattern: /(?<![\w.(-])(?:\(\d{3,5}\) ?|\d{3}[-. ])\d{3,4}[-. ]\d{4}(?![\w-])/g, label: '[phone]' },
  { pattern: /(?<![\w.-])0\d{2,4}(?: ?[/-] ?| )\d{3,4} ?\d{3,5}(?![\w-])/g, label: '[phone]' },
  {
    pattern: /(?<![\w.:])(?:(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\w:]))/gi,
    label: '[address]',
    isSecret: ({ text }) => isPersonalAddress(text),
  },
  // People: identifiers of users, and home folders in paths.
  { pattern: /(?<keep>\burn(?::|%3A)[\w-]{1,32}(?::|%3A)(?:corp)?(?:user|person|member)(?::|%3A))[^\s,()"'&;]{1,100}/gi, label: '[user]' },
  { pattern: /(?<keep>(?:\/Users\/|\/home\/|\\Users\\))[^\s/\\"':]{1,64}/g, label: '[user]' },
  // Remaining text that looks like a key.
  { pattern: /[\w+/=-]{20,}/g, label: '[token]', isSecret: ({ text }) => looksRandom(text) },
];

/** Replaces personal data and secrets with a label such as `[e-mail]`. Texts above 4,000 characters are cut. */
export function redact(text: string): string {
  let result = toHalfWidth(text.slice(0, MAX_REDACTED_CHARACTERS));
  for (const { pattern, label, isSecret } of DETECTORS) {
    result = result.replace(pattern, (match: string, ...rest: unknown[]) => {
      const groups = typeof rest.at(-1) === 'object' ? (rest.pop() as Record<string, string | undefined>) : {};
      const [offset, whole] = rest.slice(-2) as [number, string];
      const { keep = '', name = '', value = '' } = groups;
      const end = whole.slice(offset + match.length, offset + match.length + 8);
      return isSecret === undefined || isSecret({ text: match, name, value, end }) ? keep + label : match;
    });
  }
  return result;
}

/** Converts fullwidth forms, which some keyboards write, to the ASCII characters that detectors expect. */
function toHalfWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));
}

const bare = (value: string): string => value.replace(/^\\?["']|\\?["']$/g, '');
const isPlaceholder = (value: string): boolean => bare(value) === '' || PLACEHOLDER.test(bare(value));
const isLineEnd = (end: string): boolean => /^["']?\s*(?:$|\n|[,;}#])/.test(end);

/** Whether a value is unlikely to be a word of a sentence: it has digits, odd characters or a change of case inside. */
function isSecretWord(value: string): boolean {
  return !PROSE.test(value) && !/^\d{1,4}[.,]?$/.test(value) && (/\d/.test(value) || /[a-z][A-Z]|[!#$%^&*+=~]/.test(value));
}

function hasDigits(text: string, least: number, most: number): boolean {
  const count = text.replace(/\D/g, '').length;
  return count >= least && count <= most;
}

/** The check digit of payment cards (ISO/IEC 7812). */
function hasLuhnSum(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number).toReversed();
  const sum = digits.reduce((total, digit, i) => total + (i % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit), 0);
  return sum % 10 === 0 && new Set(digits).size > 1;
}

/** The check digits of bank accounts (ISO 13616). A word may follow the number, so shorter beginnings count too. */
function hasIbanSum(text: string): boolean {
  const compact = text.replace(/[ -]/g, '').toUpperCase();
  for (let length = compact.length; length >= 15; length--) {
    const moved = compact.slice(4, length) + compact.slice(0, 4);
    let rest = 0;
    for (const character of moved) {
      const value = Number.parseInt(character, 36);
      rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
    }
    if (rest === 1) return true;
  }
  return false;
}

/** 0.10.4.1 is a version; 127.0.0.1 and ::1 do not identify anyone. */
function isPersonalAddress(text: string): boolean {
  const version = isIP(text);
  return version === 4 ? !/^(0|127)\./.test(text) : version === 6 && /[1-9a-f]{2}/i.test(text);
}

/** `MetadataChangeLog_Versioned_v1` is a name, `4f3a…` is not: it switches between letters, digits and cases too often. */
function looksRandom(run: string): boolean {
  if (/\d{16}/.test(run)) return true;
  const changes = run.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  const longest = run.split(/[-_/=+]/).reduce((most, piece) => (/\d/.test(piece) ? Math.max(most, piece.length) : most), 0);
  if (changes >= 5 || (longest >= 16 && changes >= 2)) return true;
  const classChanges = run.match(/[a-z](?![a-z])|[A-Z](?![A-Z])|\d(?!\d)|[+/=](?![+/=])/g)?.length ?? 0;
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /[\d+/]/.test(run) && classChanges > 0.38 * run.length;
}
