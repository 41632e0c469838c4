import type { SuggestedQuestions } from '@quire/engine/client/client-plugin.ts';
import { createTranslate } from '@quire/engine/model/interface-words.ts';
import { withBase } from '@quire/engine/model/url.ts';
import { useModalDialog } from '@quire/search/client';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type AssistantFile, type Reference, resolveReferences } from '#answer-settings.ts';
import type { AssistantTranslate } from '#assistant-words.ts';
import type { DialogSite } from '../assistant-site.ts';
import { type AnswerLinks, AnswerLinksContext, createBlockReader, type KnownPage, plainText, relatedPages } from './answer-markdown.tsx';
import type { AssistantSession, SessionState } from '../session.ts';
import { AnswerView, EarlierTurn, NextSteps } from './answer-view.tsx';
import { STOPPED_SENTENCE } from '../answer-source.ts';
import { TranslateContext, useTranslate } from './dialog-parts.tsx';
import { QuestionForm, scrollWithKey } from './question-form.tsx';
import { SourcesPanel } from './sources-panel.tsx';

export interface AssistantDialogProps {
  site: DialogSite;
  session: AssistantSession;
  fetchFile: () => Promise<AssistantFile>;
  /** Navigates to a section and highlights the passage. Returns false if the browser should follow the link itself. */
  follow: AnswerLinks['follow'];
  /** The questions that are offered on the current page. */
  questions: () => SuggestedQuestions;
}

/**
 * The dialog of the assistant. It is modal, so the browser traps the focus, closes the dialog on Escape, and restores the focus.
 * @throws Error when the site has no project key
 */
export function AssistantDialog({ site, session, fetchFile, follow, questions }: AssistantDialogProps) {
  if (!site.assistant.projectKey) throw new Error('A project key is required: pass it to the dialog in site.assistant.projectKey.');
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const { isOpen, typed, phase, question, answer, notice, earlier } = state;
  const field = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const [query, setQuery] = useState('');
  const [said, announce] = useState('');
  // The questions of the page on which the dialog was opened.
  const offered = useMemo(() => (isOpen ? questions() : NO_QUESTIONS), [isOpen, questions]);
  const { file, pages } = useAssistantFile(isOpen, fetchFile);
  const { baseUrl, url, docs, locale } = site;
  const { dialog: words, iDontKnowMessage } = site.assistant;
  const isRefused = isRefusal(state, iDontKnowMessage);
  const hasTurns = phase !== 'indeterminate';
  const translate = useMemo((): AssistantTranslate => createTranslate(site), [site]);
  const links = useMemo(() => ({ site: { baseUrl, url, pages }, follow }), [baseUrl, url, pages, follow]);
  const docsPath = docs.version.path;
  const sourcesOf = (turn: Pick<SessionState, 'answer' | 'references' | 'sourcesBefore'>) => {
    const pagesOfTurn = file === null ? [] : resolveReferences(turn.references, file, docsPath);
    return {
      all: pagesOfTurn.map((one): Reference => ({ ...one, number: one.number + turn.sourcesBefore })),
      related: relatedPages(turn.answer, links.site, translate),
    };
  };
  const sources = sourcesOf(state);
  useFollowText(body, `${answer}${notice ?? ''}${phase}`, question, phase === 'done');
  const dialog = useModalDialog(isOpen, session.close, () => {
    if (typed !== '') setQuery(typed);
    field.current?.focus();
    field.current?.select();
  });

  const ask = (prompt: string) => {
    if (prompt.trim() === '') return;
    setQuery('');
    announce('');
    // The keyboard of a phone would cover the answer.
    if (matchMedia('(pointer: coarse)').matches) focusQuietly(body.current);
    void session.submit(prompt);
  };
  const startOver = () => {
    session.startOver();
    field.current?.focus();
  };
  const stop = () => {
    // If no text has arrived yet, restore the question for rewording.
    if (session.getState().answer === '') setQuery(question);
    session.stop();
    field.current?.focus();
  };

  return (
    <dialog {...dialog} className="dialog-window ask-dialog" aria-labelledby={titleId}>
      <Contexts translate={translate} links={links}>
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
            onScroll={(key) => scrollWithKey(body.current, key)}
            onClose={session.close}
          />
          <div
            className="ask-body"
            ref={body}
            {...(hasTurns ? { tabIndex: 0, role: 'region', 'aria-label': translate('Answers') } : NO_TAB_STOP)}
          >
            {earlier.map((turn, index) => {
              const { all, related } = sourcesOf(turn);
              return <EarlierTurn key={index} turn={turn} quoted={all.filter(({ path }) => !related.has(path))} baseUrl={baseUrl} />;
            })}
            {!hasTurns ? (
              <StartScreen words={words} offered={offered} onAsk={ask} />
            ) : (
              <AnswerView
                state={state}
                sources={sources.all.map(({ path }) => path)}
                nextSteps={
                  isRefused && (
                    <>
                      <NextSteps site={site} question={question} />
                      {!answer.includes('](') && (
                        <div className="ask-start">
                          <QuestionList heading={words.commonQuestions} questions={offered.common} onAsk={ask} />
                        </div>
                      )}
                    </>
                  )
                }
                onRate={session.rate}
                onAskAgain={() => ask(question)}
                onStartOver={startOver}
                onAnnounce={announce}
              />
            )}
          </div>
          <SourcesPanel
            phase={phase}
            references={sources.all}
            related={sources.related}
            isFailed={notice !== null}
            isRefused={isRefused}
            baseUrl={baseUrl}
          />
          <DialogFootnote site={site} />
          <Announcer state={state} language={locale.htmlLang} extra={said} />
        </div>
      </Contexts>
    </dialog>
  );
}

function Contexts({ translate, links, children }: { translate: AssistantTranslate; links: AnswerLinks; children: ReactNode }) {
  return (
    <TranslateContext value={translate}>
      <AnswerLinksContext value={links}>{children}</AnswerLinksContext>
    </TranslateContext>
  );
}

const NO_QUESTIONS: SuggestedQuestions = { page: [], common: [] };

/** The start screen consists of buttons, so Tab reaches all of it. */
const NO_TAB_STOP = { tabIndex: -1 };

/** Moves the focus for a reader who may not use a keyboard. The ring appears with the first key. */
function focusQuietly(element: HTMLElement | null): void {
  if (element === null) return;
  const showRing = (): void => void element.removeAttribute('data-quiet');
  element.setAttribute('data-quiet', '');
  element.focus();
  for (const type of ['keydown', 'blur']) element.addEventListener(type, showRing, { once: true });
}

interface StartScreenProps {
  words: DialogSite['assistant']['dialog'];
  offered: SuggestedQuestions;
  onAsk: (question: string) => void;
}

/** The content before the first question. */
function StartScreen({ words, offered, onAsk }: StartScreenProps) {
  const lists = [
    { heading: words.questionsAboutPage, questions: offered.page },
    { heading: words.commonQuestions, questions: offered.common },
  ];
  return (
    <div className="ask-start">
      <p>{words.introduction}</p>
      {lists.map(({ heading, questions }) => (
        <QuestionList key={heading} heading={heading} questions={questions} onAsk={onAsk} />
      ))}
    </div>
  );
}

interface QuestionListProps {
  heading: string;
  questions: SuggestedQuestions['common'];
  onAsk: (question: string) => void;
}

/** Questions to choose from; nothing if there are none. */
function QuestionList({ heading, questions, onAsk }: QuestionListProps) {
  if (questions.length === 0) return null;
  return (
    <section aria-label={heading}>
      <h3>{heading}</h3>
      <ul>
        {questions.map(({ ask }) => (
          <li key={ask}>
            <button type="button" onClick={() => onAsk(ask)}>
              {ask}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the documentation does not answer the question. */
function isRefusal({ phase, notice, answer }: SessionState, iDontKnowMessage: string): boolean {
  return phase === 'done' && notice === null && answer.startsWith(iDontKnowMessage);
}

/** A disclaimer about the answers, a link to the community, and the credit. */
function DialogFootnote({ site }: { site: DialogSite }) {
  const { links, baseUrl, docs } = site;
  const { disclaimer, poweredBy } = site.assistant.dialog;
  const translate = useTranslate();
  const [before, after] = translate('To reach a person, ask in the {chat}.').split('{chat}');
  return (
    <footer className="ask-footnote">
      <p>
        {disclaimer}
        {links.chat !== null && (
          <>
            {` ${before}`}
            <a href={links.chat} target="_blank" rel="noopener">
              {translate('community chat')}
              <span className="visually-hidden"> {translate('(opens in a new tab)')}</span>
            </a>
            {after}
          </>
        )}
      </p>
      <p>
        {translate('Powered by')} <a href={withBase(baseUrl, docs.version.path)}>{poweredBy}</a>
      </p>
    </footer>
  );
}

interface KnownPages {
  /** Null until it is loaded. */
  file: AssistantFile | null;
  pages: ReadonlyMap<string, KnownPage> | null;
}

/** Fetches `assistant.json` when the dialog is open. Without it, answers still work but sources have no names. */
function useAssistantFile(isOpen: boolean, fetchFile: () => Promise<AssistantFile>): KnownPages {
  const [file, setFile] = useState<AssistantFile | null>(null);
  useEffect(() => {
    if (isOpen && file === null)
      fetchFile().then(setFile, (error: unknown) => console.warn('The titles of the sources could not be fetched.', error));
  }, [isOpen, file, fetchFile]);
  return useMemo(() => ({ file, pages: file === null ? null : pagesOf(file) }), [file]);
}

function pagesOf({ documents, otherPages }: AssistantFile): ReadonlyMap<string, KnownPage> {
  const named = Object.values(documents).map(([path, title]) => [path, { title }] as const);
  return new Map<string, KnownPage>([...otherPages.map((path) => [path, { title: null }] as const), ...named]);
}

/** Distance from the end in pixels within which the reader counts as following. */
const NEAR_END_PX = 40;

/**
 * Keeps the end of a growing text in view unless the reader has scrolled up, and scrolls back to the question when the text is
 * complete. A new question is followed again.
 */
function useFollowText(area: RefObject<HTMLElement | null>, text: string, question: string, isDone: boolean): void {
  const isFollowing = useRef(true);

  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const updateIsFollowing = (): void => {
      isFollowing.current = element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_END_PX;
    };
    element.addEventListener('scroll', updateIsFollowing, { passive: true });
    return () => element.removeEventListener('scroll', updateIsFollowing);
  }, [area]);

  useLayoutEffect(() => {
    isFollowing.current = true;
  }, [question]);

  useLayoutEffect(() => {
    const element = area.current;
    if (element === null || !isFollowing.current) return;
    element.scrollTo({ top: isDone ? topOfLastTurn(element) : element.scrollHeight });
  }, [area, text, question, isDone]);
}

/** Returns the scroll position in pixels at which the last question is at the top of the area. */
function topOfLastTurn(area: HTMLElement): number {
  const turn = [...area.querySelectorAll('.ask-turn')].at(-1);
  if (turn === undefined) return area.scrollHeight;
  const space = Number.parseFloat(getComputedStyle(area).paddingBlockStart) || 0;
  return Math.max(0, area.scrollTop + turn.getBoundingClientRect().top - area.getBoundingClientRect().top - space);
}

/** Returns the sentences of an answer for screen readers. */
function sentencesOf(markdown: string, language: string): string[] {
  const segmenter = typeof Intl.Segmenter === 'undefined' ? null : new Intl.Segmenter(language, { granularity: 'sentence' });
  const lines = createBlockReader()(markdown).flatMap((block) => plainText(block).split('\n'));
  return lines
    .flatMap((line) => (segmenter === null ? [line] : Array.from(segmenter.segment(line), ({ segment }) => segment)))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

function messages({ isOpen, phase, answer, notice }: SessionState, language: string, translate: AssistantTranslate): string[] {
  if (!isOpen) return [];
  if (phase === 'preload') return [translate('Fetching relevant pages...')];
  if (phase !== 'done') return [];
  return [...sentencesOf(answer, language), ...(notice === null ? [] : [notice === STOPPED_SENTENCE ? translate(notice) : notice])];
}

/**
 * The only live region for the answer (polite): it announces that the answer is loading, and then the complete answer, sentence
 * by sentence. The growing text itself is not a live region, because it would be read in fragments.
 */
function Announcer({
  state,
  language,
  extra,
}: {
  state: SessionState;
  language: string;
  /** The latest message that is not part of an answer. */ extra: string;
}) {
  const { isOpen, phase, notice } = state;
  const answer = phase === 'done' ? state.answer : '';
  const translate = useTranslate();
  const said = useMemo(
    () => messages({ ...state, answer }, language, translate),
    // oxlint-disable-next-line react/exhaustive-deps
    [isOpen, phase, notice, answer, language, translate],
  );
  return (
    <div className="visually-hidden" role="status" aria-atomic="false">
      {said.map((sentence, index) => (
        <p key={`${index} ${sentence}`}>{sentence}</p>
      ))}
      {extra !== '' && <p>{extra}</p>}
    </div>
  );
}
