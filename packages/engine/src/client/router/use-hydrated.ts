import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** false on the server and while React adopts its HTML, true from the first mount on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
