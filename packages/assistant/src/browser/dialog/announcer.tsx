import { useMemo } from 'react';
import { createBlockReader, plainText } from '../markdown/block-reader.ts';
import type { SessionState } from '../session.ts';

/** Sentences of an answer, for reading aloud. */
export function sentencesOf(markdown: string, language: string): string[] {
  const segmenter = typeof Intl.Segmenter === 'undefined' ? null : new Intl.Segmenter(language, { granularity: 'sentence' });
  const lines = createBlockReader()(markdown).flatMap((block) => plainText(block).split('\n'));
  return lines
    .flatMap((line) => (segmenter === null ? [line] : Array.from(segmenter.segment(line), ({ segment }) => segment)))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

function messages({ isOpen, phase, answer, notice }: SessionState, language: string): string[] {
  if (!isOpen) return [];
  if (phase === 'preload') return ['Fetching relevant pages...'];
  if (phase !== 'done') return [];
  return [...sentencesOf(answer, language), ...(notice === null ? [] : [notice])];
}

/**
 * The one place from which screen readers hear of the answer, politely: that it is on its way, and then all of it, sentence
 * by sentence. The text as it grows is no live region: it would be read in pieces.
 */
export function Announcer({
  state,
  language,
  extra,
}: {
  state: SessionState;
  language: string;
  /** What else was said last. */ extra: string;
}) {
  const { isOpen, phase, notice } = state;
  const answer = phase === 'done' ? state.answer : '';
  const said = useMemo(
    () => messages({ ...state, answer }, language),
    // oxlint-disable-next-line react/exhaustive-deps
    [isOpen, phase, notice, answer, language],
  );
  return (
    <div className="visually-hidden" role="status" aria-atomic="false">
      {said.map((sentence, place) => (
        <p key={`${place} ${sentence}`}>{sentence}</p>
      ))}
      {extra !== '' && <p>{extra}</p>}
    </div>
  );
}
