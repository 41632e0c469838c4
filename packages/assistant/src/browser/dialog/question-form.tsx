import { useId, type KeyboardEvent, type Ref, type SubmitEvent } from 'react';
import { QUESTION_LIMITS } from '../../contract.ts';
import { TOO_LONG_SENTENCE } from '../answer-source.ts';
import { AssistantIcon } from './assistant-icon.tsx';

export interface QuestionFormProps {
  ref: Ref<HTMLInputElement>;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  isBusy: boolean;
  onSubmit: () => void;
  onStop: () => void;
  onClose: () => void;
}

const isTooLong = (query: string): boolean => query.trim().length > QUESTION_LIMITS.promptCharacters;

/** The field at the top, with what sends, stops and closes. */
export function QuestionForm({ ref, placeholder, query, onQuery, isBusy, onSubmit, onStop, onClose }: QuestionFormProps) {
  const messageId = useId();
  const tooLong = isTooLong(query);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!tooLong) onSubmit();
  };
  // Escape empties a search field first; here it closes the dialog, as everywhere else in it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    <form className="dialog-form ask-form" onSubmit={submit}>
      <AssistantIcon name="ask" />
      <input
        ref={ref}
        type="search"
        className="dialog-input ask-input"
        aria-label="Your question"
        placeholder={placeholder}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="send"
        aria-invalid={tooLong || undefined}
        aria-describedby={tooLong ? messageId : undefined}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <SendOrStop isBusy={isBusy} isEmpty={query.trim() === ''} onStop={onStop} />
      <button type="button" className="icon-button" aria-label="Close" title="Close" onClick={onClose}>
        <AssistantIcon name="close" />
      </button>
      {tooLong && (
        <p className="ask-too-long" id={messageId} role="alert">
          {TOO_LONG_SENTENCE}
        </p>
      )}
    </form>
  );
}

/** While an answer is under way and nothing new is typed, it can be stopped in the same place. */
function SendOrStop({ isBusy, isEmpty, onStop }: { isBusy: boolean; isEmpty: boolean; onStop: () => void }) {
  if (isBusy && isEmpty) {
    return (
      <button key="stop" type="button" className="icon-button ask-stop" aria-label="Stop" title="Stop" onClick={onStop}>
        <AssistantIcon name="stop" />
      </button>
    );
  }
  return (
    <button key="send" type="submit" className="icon-button ask-send" aria-label="Ask" title="Ask" data-ready={!isEmpty || undefined}>
      <AssistantIcon name="send" />
    </button>
  );
}
