const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const FORMS = 'expected hours, days or weeks such as 12h, 30d or 8w, or a day such as 2026-11-01';

/** The beginning of a period, in milliseconds since 1970: `30d` before now, or a day (UTC). @throws an Error in words */
export function readSince(text: string, now: number): number {
  const [, amount, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined && Number(amount) > 0) return now - Number(amount) * (UNITS[unit] ?? 0);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const time = isDay ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 31 February is read as a day in March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text)) throw new Error(`--since ${text}: ${FORMS}`);
  if (time > now) throw new Error(`--since ${text}: that day is still to come; ${FORMS}`);
  return time;
}
