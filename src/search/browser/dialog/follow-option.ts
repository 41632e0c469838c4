export type FollowMode = 'here' | 'new tab';

/** Goes where an option leads, as a click on its link would. Nothing happens where there is no such option. */
export function followOption(id: string, mode: FollowMode): void {
  const link = document.getElementById(id);
  if (!(link instanceof HTMLAnchorElement)) return;
  if (mode === 'here') link.click();
  // A click made by a script opens no tab.
  else window.open(link.href, '_blank', 'noopener');
}
