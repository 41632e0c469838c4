/** Keys to press, e.g. `Ctrl K`: an aid for the eye, so the control it stands in names itself without it. */
export function Kbd({ children }: { children: string }) {
  return <kbd aria-hidden="true">{children}</kbd>;
}
