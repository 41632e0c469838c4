import { useEffect, useRef } from 'react';
import type { Rating } from '../query-log-client.ts';
import { AssistantIcon } from './assistant-icon.tsx';

/** One rating for each answer. */
export function FeedbackRow({ rating, onRate }: { rating: Rating | null; onRate: (rating: Rating) => void }) {
  if (rating !== null) return <Thanks />;
  return (
    <div className="ask-feedback" role="group" aria-label="Was this answer helpful?">
      <p aria-hidden="true">Was this answer helpful?</p>
      <button type="button" className="icon-button" aria-label="Thumbs up" title="Yes" onClick={() => onRate('positive')}>
        <AssistantIcon name="up" />
      </button>
      <button type="button" className="icon-button" aria-label="Thumbs down" title="No" onClick={() => onRate('negative')}>
        <AssistantIcon name="down" />
      </button>
    </div>
  );
}

/** Takes the focus, since the button that had it is gone; that also reads it out. */
function Thanks() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus({ preventScroll: true }), []);
  return (
    <div className="ask-feedback">
      <p ref={text} tabIndex={-1}>
        Thanks for your feedback!
      </p>
    </div>
  );
}
