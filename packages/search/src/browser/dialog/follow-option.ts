export type FollowMode = 'here' | 'new tab';

/** Goes where an option leads, or does what it offers, as a click on it would. Nothing happens where there is no such option. */
export function followOption(id: string, mode: FollowMode): void {
  const link = document.getElementById(id);
  if (link === null) return;
  if (mode === 'here' || !(link instanceof HTMLAnchorElement)) link.click();
  // A click with Ctrl, made by a script: browsers open a tab for it as for the visitor's own.
  else link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true, metaKey: true }));
}
