import type { Rating } from '../query-log-client.ts';
import type { SessionState } from '../session.ts';
import { AnswerMarkdown } from '../markdown/answer-markdown.tsx';
import { AssistantIcon } from './assistant-icon.tsx';
import { CopyAnswer } from './copy-answer.tsx';
import { FeedbackRow } from './feedback-row.tsx';

export interface AnswerViewProps {
  state: SessionState;
  onRate: (rating: Rating) => void;
  onAskAgain: () => void;
  onStartOver: () => void;
  /** Tells screen readers. */
  onSay: (message: string) => void;
}

/** The question asked last and what has come of its answer. */
export function AnswerView({ state, onRate, onAskAgain, onStartOver, onSay }: AnswerViewProps) {
  const { phase, question, answer, notice, rating } = state;
  const isDone = phase === 'done';
  return (
    <article className="ask-turn" aria-busy={!isDone}>
      <h3 className="ask-question">{question}</h3>
      {answer === '' && !isDone && <Placeholder />}
      <div className="ask-answer" data-streaming={phase === 'streaming-answer' || undefined}>
        <AnswerMarkdown key={question} text={answer} />
      </div>
      {notice !== null && (
        <div className="ask-notice">
          <p>{notice}</p>
          <button type="button" className="button" onClick={onAskAgain}>
            <AssistantIcon name="again" />
            Ask again
          </button>
        </div>
      )}
      {isDone && notice === null && (
        <div className="ask-actions">
          <FeedbackRow rating={rating} onRate={onRate} />
          <div className="ask-tools">
            <button type="button" className="link-button" onClick={onStartOver}>
              Start over
            </button>
            <CopyAnswer answer={answer} onSay={onSay} />
          </div>
        </div>
      )}
    </article>
  );
}

/** Lines where the answer will stand. */
function Placeholder() {
  return (
    <div className="ask-placeholder" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
