/** Names of options: steps parted by dots, where a step `key` in backticks stands for any key of a map. */

const ANY_KEY = '`key`';

/** The option that one lies inside of, a map's keys passed over; null at the top. */
export function parentOf(name: string): string | null {
  const steps = name.split('.').slice(0, -1);
  while (steps.at(-1) === ANY_KEY) steps.pop();
  return steps.length === 0 ? null : steps.join('.');
}

/** First step: the top-level option that a nested one belongs to. */
export const topOf = (name: string): string => name.split('.')[0] ?? name;

/** As the page shows it: `domain.<key>.allow`. */
export const shownName = (name: string): string => name.replaceAll(ANY_KEY, '<key>');

/** Id of an option on its page, such as `snowflake-profiling.enabled`. */
export const fieldAnchor = (plugin: string, name: string): string => `${plugin}-${name}`.replace(/[^\w.-]+/g, '');
