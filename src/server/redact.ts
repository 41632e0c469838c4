const E_MAIL = /[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g;
/** Runs of characters that keys are made of, long and with a digit in them: names of settings and functions stay. */
const TOKEN = /(?=[\w+/=.-]*\d)[\w+/=-]{20,}(?:\.[\w+/=-]+)*/g;

/** Takes e-mail addresses and what looks like a key or token out of what somebody wrote, before it is kept. */
export function redact(text: string): string {
  return text.replace(E_MAIL, '[e-mail]').replace(TOKEN, '[token]');
}
