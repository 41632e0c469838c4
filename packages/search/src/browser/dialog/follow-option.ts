export type FollowMode = 'here' | 'new tab';

/** Goes where an option leads, as a click on its link would. Nothing happens where there is no such option. */
export function followOption(id: string, mode: FollowMode): void {
  const link = document.getElementById(id);
  if (!(link instanceof HTMLAnchorElement)) return;
  if (mode === 'here') link.click();
  // A click with Ctrl, made by a script: browsers open a tab for it as for the visitor's own.
  else link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true, metaKey: true }));
}
