import { useEffect, useRef } from 'react';

/**
 * Keeps the current page's entry visible in a list that scrolls by itself. Only that list moves, and only when the
 * entry is out of sight: the reader's place in it is otherwise left alone.
 */
export function useCurrentInView(path: string) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const list = ref.current;
    const current = list?.querySelector('[aria-current="page"]');
    if (list && current) revealIn(list, current);
  }, [path]);
  return ref;
}

function revealIn(list: HTMLElement, entry: Element): void {
  const frame = list.getBoundingClientRect();
  const { top, bottom, height } = entry.getBoundingClientRect();
  const paddingTop = Number.parseFloat(getComputedStyle(list).paddingTop) || 0;
  if (top >= frame.top + paddingTop && bottom <= frame.bottom) return;
  list.scrollTop += top - frame.top - (frame.height - height) / 2;
}
