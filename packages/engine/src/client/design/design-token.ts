/** A custom property of `tokens.css` as it stands there. */
export interface DesignToken {
  /** Without the dashes: `text-soft`. */
  name: string;
  light: string;
  /** Null where the dark mode says nothing else. */
  dark: string | null;
  /** The comment that its group stands under. */
  group: string;
}
