import { isIP } from 'node:net';

/** User and password in an address: `postgres://ana:secret@db/shop`. */
const CREDENTIALS = /(?<=[a-z]:\/\/)[^\s/?#]+@/gi;
/** The end is no digit, so that `react@19.3.1` stays. */
const E_MAIL = /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu;
const ASSIGNED = /\b(pass(?:word|wd)?|pwd|secret|token|api[_-]?key)(\s?=\s?|:\s?(?=\S*\d))(?!\$|<)[^\s&,;]+/gi;
const BEARER = /\b(bearer|basic)\s+[\w+/=.-]{8,}/gi;
const JWT = /\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g;
/** Keys whose maker marks them at the front. */
const MARKED_KEY =
  /\b(?:gh[opusr]_|github_pat_|glpat-|sk-|pk_|rk_|sk_|xox[abeoprs]-|xapp-|npm_|pypi-|hf_|dop_v1_|AIza|ya29\.|SG\.|(?:AKIA|ASIA)(?=[A-Z0-9]{16}\b))[\w.-]{12,}/g;
/** Runs of what keys are made of; whether one is a key is looked at closely. */
const LONG_RUN = /[\w+/=-]{20,}/g;
const NETWORK_ADDRESS = /(?<![\w.:])(?:(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\w:]))/gi;

/**
 * Takes out of what somebody wrote whatever may tell who they are or let others in, before it is kept: e-mail and network
 * addresses, keys, tokens, passwords. Names of settings and functions, paths and versions stay, since readers ask about them.
 */
export function redact(text: string): string {
  return text
    .replace(CREDENTIALS, '[password]@')
    .replace(E_MAIL, '[e-mail]')
    .replace(JWT, '[token]')
    .replace(BEARER, '$1 [token]')
    .replace(ASSIGNED, '$1$2[secret]')
    .replace(MARKED_KEY, '[token]')
    .replace(LONG_RUN, (run) => (looksRandom(run) ? '[token]' : run))
    .replace(NETWORK_ADDRESS, (address) => (isPersonalAddress(address) ? '[address]' : address));
}

/** Letters and digits that change places often, or very many digits: `MetadataChangeLog_Versioned_v1` is a name, `4f3a…` is not. */
function looksRandom(run: string): boolean {
  if (/\d{16}/.test(run)) return true;
  const changes = run.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  const longest = run.split(/[-_/=+]/).reduce((most, piece) => (/\d/.test(piece) ? Math.max(most, piece.length) : most), 0);
  return changes >= 5 || (longest >= 16 && changes >= 2);
}

/** 0.10.4.1 is a version, 127.0.0.1 and ::1 are everybody's. */
function isPersonalAddress(text: string): boolean {
  const version = isIP(text);
  return version === 4 ? !/^(0|127)\./.test(text) : version === 6 && /[1-9a-f]{2}/i.test(text);
}
