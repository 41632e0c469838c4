import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** So near to the end that the reader is following. */
const NEAR = 40;

/** Keeps the end of a growing text in sight, unless the reader has scrolled up. A new question is followed again. */
export function useFollowText(area: RefObject<HTMLElement | null>, text: string, question: string): void {
  const isFollowing = useRef(true);

  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const look = (): void => {
      isFollowing.current = element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [area]);

  useLayoutEffect(() => {
    isFollowing.current = true;
  }, [question]);

  useLayoutEffect(() => {
    const element = area.current;
    if (element !== null && isFollowing.current) element.scrollTo({ top: element.scrollHeight });
  }, [area, text, question]);
}
