import { useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useCloseOnLeave } from '@quire/search/browser/dialog/use-close-on-leave.ts';
import { resolveReferences, type AssistantFile } from '../../protocol/assistant-file.ts';
import type { DialogSite } from '../assistant-site.ts';
import { AnswerLinksContext, type AnswerLinks } from '../markdown/answer-links.ts';
import { AnswerMarkdown } from '../markdown/answer-markdown.tsx';
import type { AssistantSession } from '../session.ts';
import { AnswerView } from './answer-view.tsx';
import { Announcer } from './announcer.tsx';
import { DialogFootnote } from './dialog-footnote.tsx';
import { QuestionForm } from './question-form.tsx';
import { SourcesPanel } from './sources-panel.tsx';
import { useAssistantFile } from './use-assistant-file.ts';
import { useFollowText } from './use-follow-text.ts';

export interface AssistantDialogProps {
  site: DialogSite;
  session: AssistantSession;
  fetchFile: () => Promise<AssistantFile>;
  /** Goes to a section and shows the very passage; false where the browser should follow the link itself. */
  follow: AnswerLinks['follow'];
}

/**
 * The assistant over the page: a modal dialog, so the browser traps the focus, closes on Escape and gives the focus back.
 * @throws Error when the site has no project key
 */
export function AssistantDialog({ site, session, fetchFile, follow }: AssistantDialogProps) {
  if (!site.assistant.projectKey) throw new Error('A project key is required: it must be passed to the root component, in site.assistant.');
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const { isOpen, phase, question, answer, references, notice, earlier } = state;
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const [query, setQuery] = useState('');
  const [said, say] = useState('');
  const { file, pages } = useAssistantFile(isOpen, fetchFile);
  const { baseUrl, url, docs, locale } = site;
  const { dialog: words } = site.assistant;
  const links = useMemo(() => ({ site: { baseUrl, url, pages }, follow }), [baseUrl, url, pages, follow]);
  const sources = useMemo(
    () => (file === null ? [] : resolveReferences(references, file, docs.version.path)),
    [references, file, docs.version.path],
  );
  useFollowText(body, `${answer}${notice ?? ''}${phase}`, question);
  useCloseOnLeave(isOpen, session.close);
  useLayoutEffect(() => {
    if (!isOpen) return dialog.current?.close();
    if (!dialog.current?.open) dialog.current?.showModal();
    field.current?.focus();
    field.current?.select();
  }, [isOpen]);

  const ask = (prompt: string) => {
    if (prompt.trim() === '') return;
    setQuery('');
    say('');
    // The keyboard of a phone would cover the answer.
    if (matchMedia('(pointer: coarse)').matches) body.current?.focus();
    void session.submit(prompt);
  };
  const startOver = () => {
    session.startOver();
    field.current?.focus();
  };
  const stop = () => {
    // Nothing has come yet: the question can be put in other words.
    if (session.getState().answer === '') setQuery(question);
    session.stop();
    field.current?.focus();
  };

  return (
    <dialog
      ref={dialog}
      className="dialog-window ask-dialog"
      aria-labelledby={titleId}
      onClose={session.close}
      onClick={(event) => event.target === event.currentTarget && session.close()}
    >
      <AnswerLinksContext value={links}>
        <div className="dialog-frame ask-frame">
          <h2 className="visually-hidden" id={titleId}>
            {words.name}
          </h2>
          <QuestionForm
            ref={field}
            placeholder={words.placeholder}
            query={query}
            onQuery={setQuery}
            isBusy={phase === 'preload' || phase === 'streaming-answer'}
            onSubmit={() => ask(query)}
            onStop={stop}
            onClose={session.close}
          />
          <div className="ask-body" ref={body} tabIndex={-1}>
            {earlier.map((turn, place) => (
              <article className="ask-turn" key={place}>
                <h3 className="ask-question">{turn.question}</h3>
                <div className="ask-answer">
                  <AnswerMarkdown text={turn.answer} />
                </div>
              </article>
            ))}
            {phase === 'indeterminate' ? (
              <p className="ask-start">{words.introduction}</p>
            ) : (
              <AnswerView state={state} onRate={session.rate} onAskAgain={() => ask(question)} onStartOver={startOver} onSay={say} />
            )}
          </div>
          <SourcesPanel phase={phase} references={sources} baseUrl={baseUrl} />
          <DialogFootnote site={site} />
          <Announcer state={state} language={locale.htmlLang} extra={said} />
        </div>
      </AnswerLinksContext>
    </dialog>
  );
}
