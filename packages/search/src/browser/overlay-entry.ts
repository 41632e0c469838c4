/** The history entry that is added for open overlays; `close-on-leave.ts` explains when. Separate, because the loader must not contain React. */

/** State of the entry. The page may store more in it. */
export const OVERLAY_STATE = { overlay: true };

/** Whether the current history entry is that of overlays. */
export const isOverlayEntry = (): boolean => (history.state as Partial<typeof OVERLAY_STATE> | null)?.overlay === true;
