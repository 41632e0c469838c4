/** Which option of the list a key leads to. -1: none, the cursor is in the text alone. */

const STEPS: Readonly<Record<string, (active: number, count: number) => number>> = {
  // Past the ends the list goes round.
  ArrowDown: (active, count) => (active + 1) % count,
  ArrowUp: (active, count) => (active <= 0 ? count : active) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The option to go to; null when the key is none of the list's, or the list is empty. With Shift, keys select text. */
export function optionAfter(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  active: number,
  count: number,
): number | null {
  if (count === 0 || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return null;
  return STEPS[event.key]?.(active, count) ?? null;
}
