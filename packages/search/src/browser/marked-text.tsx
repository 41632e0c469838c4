import { Fragment } from 'react';
import type { TextPiece } from '../types.ts';

/** Pieces of text, the highlighted ones in `<mark>`. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  // Pieces never move: their place is their name.
  return pieces.map(({ text, highlighted }, index) =>
    // oxlint-disable-next-line react/no-array-index-key
    highlighted ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  );
}
