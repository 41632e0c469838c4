/** "Was this page helpful?" at the end of a docs page. Fetched only if a server stores the ratings. */
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MAX_RATING_CHARACTERS } from '#contract.ts';
import type { PageRatingWords } from './assistant-site.ts';
import styleSheet from './styles/page-rating.css?url';

type Rating = 'positive' | 'negative';

interface PageRatingProps {
  words: PageRatingWords;
  /** Resolves when the rating is stored, and rejects if that fails. */
  send(rating: Rating, sentence: string): Promise<void>;
}

/** Asks for a rating. Each visit of a page sends one entry: together with the sentence, or without one when the reader leaves. */
function PageRating({ words, send }: PageRatingProps) {
  const [rating, setRating] = useState<Rating | null>(null);
  const [message, setMessage] = useState('');
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const field = useRef<HTMLTextAreaElement>(null);
  const unsent = useRef<Rating | null>(null);

  useEffect(() => {
    if (rating !== null) field.current?.focus();
  }, [rating]);
  useEffect(() => {
    const leave = (): void => {
      if (unsent.current === null) return;
      void send(unsent.current, '').catch(() => undefined);
      unsent.current = null;
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [send]);

  function choose(chosen: Rating): void {
    unsent.current = chosen;
    setRating(chosen);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (rating === null) return;
    unsent.current = null;
    setState('sending');
    setMessage('');
    try {
      await send(rating, field.current?.value ?? '');
      setState('sent');
      setMessage(words.thanks);
    } catch {
      // Keep the form with the reader's text.
      unsent.current = rating;
      setState('open');
      setMessage(words.failed);
    }
  }

  return (
    <section className="page-rating" aria-label={words.question}>
      <div className="page-rating-question">
        <p>{words.question}</p>
        {(['positive', 'negative'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={rating === each} disabled={state !== 'open'} onClick={() => choose(each)}>
            {each === 'positive' ? words.yes : words.no}
          </button>
        ))}
      </div>
      {rating !== null && state !== 'sent' && (
        <form onSubmit={(event) => void submit(event)}>
          <label>
            {rating === 'positive' ? words.whatHelped : words.whatIsMissing}
            <textarea ref={field} rows={2} maxLength={MAX_RATING_CHARACTERS} />
          </label>
          <button type="submit" disabled={state === 'sending'}>
            {words.send}
          </button>
        </form>
      )}
      <p role="status">{message}</p>
    </section>
  );
}

let style: Promise<void> | undefined;
/** Loads the stylesheet once per document. If that fails, the question is shown unstyled. */
function loadStyleSheet(): Promise<void> {
  return (style ??= new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = styleSheet;
    for (const type of ['load', 'error']) link.addEventListener(type, () => resolve());
    document.head.append(link);
  }));
}

export async function mountPageRating(container: Element, props: PageRatingProps): Promise<Root> {
  await loadStyleSheet();
  const root = createRoot(container);
  root.render(<PageRating {...props} />);
  return root;
}
