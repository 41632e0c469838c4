import { type ReactNode, useEffect, useRef } from 'react';
import { STOPPED_SENTENCE } from '../answer-source.ts';
import { AnswerMarkdown } from './answer-markdown.tsx';
import type { AnsweredTurn, Rating, SessionState } from '../session.ts';
import { AssistantIcon, IconButton, useCopy, useTranslate } from './dialog-parts.tsx';
import { SourceLink } from './sources-panel.tsx';
import type { Reference } from '#answer-settings.ts';
import { searchAddress } from '@quire/search/client';
import type { DialogSite } from '../assistant-site.ts';

/** An earlier question and its answer, with the pages that it quotes. */
export function EarlierTurn({ turn, quoted, baseUrl }: { turn: AnsweredTurn; quoted: readonly Reference[]; baseUrl: string }) {
  const translate = useTranslate();
  return (
    <article className="ask-turn">
      <h3 className="ask-question">{turn.question}</h3>
      <div className="ask-answer">
        <AnswerMarkdown text={turn.answer} sourcesBefore={turn.sourcesBefore} />
      </div>
      {quoted.length > 0 && (
        <ul className="ask-turn-sources" aria-label={translate('Sources')}>
          {quoted.map((reference) => (
            <li key={reference.path}>
              <SourceLink reference={reference} baseUrl={baseUrl} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

export interface AnswerViewProps {
  state: SessionState;
  /** Paths of the pages on which the answer is based. */
  sources: readonly string[];
  /** What the reader can do if the documentation does not answer the question; false if it does. */
  nextSteps: ReactNode;
  onRate: (rating: Rating) => void;
  onAskAgain: () => void;
  onStartOver: () => void;
  /** Announces a message to screen readers. */
  onAnnounce: (message: string) => void;
}

/** The latest question and its answer so far. */
export function AnswerView({ state, sources, nextSteps, onRate, onAskAgain, onStartOver, onAnnounce }: AnswerViewProps) {
  const { phase, question, answer, notice, rating, sourcesBefore } = state;
  const isDone = phase === 'done';
  const isRefused = nextSteps !== false;
  const translate = useTranslate();
  return (
    <article className="ask-turn" aria-busy={!isDone} data-refused={isRefused || undefined}>
      <h3 className="ask-question">{question}</h3>
      {answer === '' && !isDone && <Placeholder />}
      <div className="ask-answer" data-streaming={phase === 'streaming-answer' || undefined}>
        <AnswerMarkdown key={question} text={answer} sources={sources} sourcesBefore={sourcesBefore} />
      </div>
      {nextSteps}
      {notice !== null && (
        <div className="ask-notice">
          <p>{notice === STOPPED_SENTENCE ? translate(notice) : notice}</p>
          <button type="button" className="button" onClick={onAskAgain}>
            <AssistantIcon name="again" />
            {translate('Ask again')}
          </button>
        </div>
      )}
      {isDone && notice === null && (
        <div className="ask-actions">
          <FeedbackRow rating={rating} onRate={onRate} />
          <div className="ask-tools">
            <button type="button" className="link-button" onClick={onStartOver}>
              {translate('Start over')}
            </button>
            {!isRefused && <CopyAnswer answer={answer} onAnnounce={onAnnounce} />}
          </div>
        </div>
      )}
    </article>
  );
}

/** Placeholder lines until the answer arrives. */
function Placeholder() {
  return (
    <div className="ask-placeholder" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}

/** Makes links absolute, so that pasted Markdown still links to this site. */
export function portableMarkdown(answer: string, origin: string): string {
  return answer.replaceAll('](/', `](${origin}/`);
}

/** Copies the answer as Markdown and announces the result. */
function CopyAnswer({ answer, onAnnounce }: { answer: string; onAnnounce: (message: string) => void }) {
  const [outcome, copy] = useCopy(onAnnounce);
  const translate = useTranslate();
  return (
    <>
      <span>{outcome}</span>
      <IconButton icon="copy" label={translate('Copy answer')} onClick={() => copy(portableMarkdown(answer, location.origin))} />
    </>
  );
}

/** Asks for a rating of the answer, which a reader can give once. */
function FeedbackRow({ rating, onRate }: { rating: Rating | null; onRate: (rating: Rating) => void }) {
  const translate = useTranslate();
  if (rating !== null) return <Thanks />;
  return (
    <div className="ask-feedback" role="group" aria-label={translate('Was this answer helpful?')}>
      <p aria-hidden="true">{translate('Was this answer helpful?')}</p>
      <IconButton icon="up" label={translate('Thumbs up')} title={translate('Yes')} onClick={() => onRate('positive')} />
      <IconButton icon="down" label={translate('Thumbs down')} title={translate('No')} onClick={() => onRate('negative')} />
    </div>
  );
}

/** Thanks the reader. It takes the focus because the focused button was removed, so screen readers also announce it. */
function Thanks() {
  const text = useRef<HTMLParagraphElement>(null);
  const translate = useTranslate();
  useEffect(() => text.current?.focus({ preventScroll: true }), []);
  return (
    <div className="ask-feedback">
      <p ref={text} tabIndex={-1}>
        {translate('Thanks for your feedback!')}
      </p>
    </div>
  );
}

/** The next steps after a refusal: a search for the words of the question, and the community chat. */
export function NextSteps({ site, question }: { site: DialogSite; question: string }) {
  const { chat } = site.links;
  const translate = useTranslate();
  return (
    <section className="ask-next" aria-label={translate('Next steps')}>
      <h4>{translate('Next steps')}</h4>
      <ul>
        <li>
          <a href={searchAddress(site, question)}>
            <AssistantIcon name="search" />
            <span>
              <strong>{translate('Search for these words')}</strong>
              <span>{translate('See every page that contains them.')}</span>
            </span>
          </a>
        </li>
        {chat !== null && (
          <li>
            <a href={chat} target="_blank" rel="noopener">
              <AssistantIcon name="chat" />
              <span>
                <strong>
                  {translate('Ask the community')}
                  <span className="visually-hidden"> {translate('(opens in a new tab)')}</span>
                </strong>
                <span>{translate('People answer questions in the chat.')}</span>
              </span>
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}
