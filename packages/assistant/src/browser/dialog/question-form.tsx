/** The field of the dialog, with the buttons to send, stop, and close, and the keys that scroll the answers below it. */
import { type KeyboardEvent, type Ref, type SubmitEvent, useId } from 'react';
import { QUESTION_LIMITS } from '../../contract.ts';
import { tooLongSentence } from '../answer-source.ts';
import { AssistantIcon, IconButton, useTranslate } from './dialog-parts.tsx';

/** How far each key scrolls the answers: a share of their visible height, or a number of pixels. */
const SCROLL_KEYS: Readonly<Record<string, { pages: number; pixels: number }>> = {
  PageUp: { pages: -0.875, pixels: 0 },
  PageDown: { pages: 0.875, pixels: 0 },
  ArrowUp: { pages: 0, pixels: -40 },
  ArrowDown: { pages: 0, pixels: 40 },
};

/** Scrolls the answers as the browser does if they have the focus. */
export function scrollWithKey(area: HTMLElement | null, key: string): void {
  const distance = SCROLL_KEYS[key];
  if (area === null || distance === undefined) return;
  // In a low window, the whole dialog scrolls.
  const scroller = area.scrollHeight > area.clientHeight ? area : (area.parentElement ?? area);
  scroller.scrollBy({ top: Math.trunc(distance.pages * scroller.clientHeight) + distance.pixels });
}

/** Whether a key in the field scrolls the answers. The arrow keys move the cursor in a text. */
function scrollsAnswers({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent, query: string): boolean {
  if (shiftKey || altKey || ctrlKey || metaKey || !(key in SCROLL_KEYS)) return false;
  return query === '' || key.startsWith('Page');
}

interface QuestionFormProps {
  ref: Ref<HTMLInputElement>;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  isBusy: boolean;
  onSubmit: () => void;
  onStop: () => void;
  /** Called with a key that scrolls the answers. */
  onScroll: (key: string) => void;
  onClose: () => void;
}

const isTooLong = (query: string): boolean => query.trim().length > QUESTION_LIMITS.promptCharacters;

export function QuestionForm({ ref, placeholder, query, onQuery, isBusy, onSubmit, onStop, onScroll, onClose }: QuestionFormProps) {
  const messageId = useId();
  const translate = useTranslate();
  const tooLong = isTooLong(query);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!tooLong) onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // By default, Escape clears a search field. Here it closes the dialog, as it does elsewhere in the dialog.
    if (event.key === 'Escape') onClose();
    else if (scrollsAnswers(event, query)) onScroll(event.key);
    else return;
    event.preventDefault();
  };
  return (
    <form className="dialog-form ask-form" onSubmit={submit}>
      <AssistantIcon name="ask" />
      <input
        ref={ref}
        type="search"
        className="dialog-input ask-input"
        aria-label={translate('Your question')}
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
      <IconButton icon="close" label={translate('Close')} onClick={onClose} />
      {tooLong && (
        <p className="ask-too-long" id={messageId} role="alert">
          {tooLongSentence(translate)}
        </p>
      )}
    </form>
  );
}

/** The send button turns into a stop button while an answer is streaming and the field is empty. */
function SendOrStop({ isBusy, isEmpty, onStop }: { isBusy: boolean; isEmpty: boolean; onStop: () => void }) {
  const translate = useTranslate();
  if (isBusy && isEmpty) return <IconButton key="stop" icon="stop" label={translate('Stop')} className="ask-stop" onClick={onStop} />;
  return (
    <IconButton key="send" type="submit" icon="send" label={translate('Ask')} className="ask-send" data-ready={!isEmpty || undefined} />
  );
}
