/** What the reader is told when no answer came: what happened, and what to do. */
import { QUESTION_LIMITS } from '../contract.ts';

const MOST = QUESTION_LIMITS.promptCharacters.toLocaleString('en');

export const NETWORK_SENTENCE = 'The answer could not be fetched. Check your network connection, then ask again.';
export const BROKEN_OFF_SENTENCE = 'The connection broke off before the answer was complete. Ask again to get all of it.';
export const STOPPED_SENTENCE = 'You stopped this answer.';
export const TOO_LONG_SENTENCE = `The question is too long: at most ${MOST} characters are read. Shorten it, then ask again.`;

/** @param retryAfter value of the header: seconds, or a date @param now milliseconds since 1970 */
export function failureSentence(status: number, retryAfter: string | null, now: number): string {
  const again = `Ask again ${waitInWords(retryAfter, now)}.`;
  if (status === 429) return `Too many questions came from here in a short time. ${again}`;
  if (status === 503) return `The assistant is busy. ${again}`;
  if (status === 413) return TOO_LONG_SENTENCE;
  if (status === 401 || status === 403)
    return 'The assistant does not accept the key of this site. Whoever runs the site has to mend that.';
  if (status >= 400 && status < 500) return 'The assistant cannot read this question. Put it in other words, then ask again.';
  return `The assistant has a fault. ${again}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** `in 30 seconds`, `in 2 minutes`, `in 3 hours`; rounded up, so that nobody comes too early. */
export function waitInWords(retryAfter: string | null, now: number): string {
  const seconds = secondsOf(retryAfter?.trim() ?? '', now);
  if (seconds === null) return 'in a little while';
  if (seconds < 2 * MINUTE) return count(Math.max(1, Math.ceil(seconds)), 'second');
  return seconds < 2 * HOUR ? count(Math.ceil(seconds / MINUTE), 'minute') : count(Math.ceil(seconds / HOUR), 'hour');
}

function count(number: number, unit: string): string {
  return `in ${number} ${unit}${number === 1 ? '' : 's'}`;
}

function secondsOf(value: string, now: number): number | null {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : (date - now) / 1000;
}
