// @vitest-environment happy-dom
import type { SuggestedQuestions } from '@quire/engine/client/client-plugin.ts';
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleDialogSite as sampleSite } from '../testing/sample-site.ts';
import { createAssistantSession, type AssistantSession } from '../session.ts';
import { sampleFile } from '../testing/sample-file.ts';
import { createRecordingLog, createScriptedSource, type Asked, type ScriptedSource } from '../testing/scripted-source.ts';
import { AssistantDialog } from './assistant-dialog.tsx';
import { portableMarkdown } from './answer-view.tsx';
import { ASSISTANT_WORDS } from '#assistant-words.ts';

let source: ScriptedSource;
let log: ReturnType<typeof createRecordingLog>;
let session: AssistantSession;
let root: Root;
const follow = vi.fn<(href: string) => boolean>(() => true);
const fetchFile = vi.fn(async () => sampleFile);
const NO_QUESTIONS = { page: [], common: [] };
const questions = vi.fn<() => SuggestedQuestions>(() => NO_QUESTIONS);
const { iDontKnowMessage } = sampleSite.assistant;

function dialog(site = sampleSite): ReactElement {
  return <AssistantDialog {...{ site, session, fetchFile, follow, questions }} />;
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  follow.mockClear();
  fetchFile.mockClear();
  source = createScriptedSource();
  log = createRecordingLog();
  session = createAssistantSession({ source, log, iDontKnowMessage });
  document.body.innerHTML = '<div></div>';
  root = createRoot(document.body.firstElementChild as HTMLElement);
  act(() => root.render(dialog()));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function find<T extends Element = HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (element === null) throw new Error(`no ${selector} in ${document.body.innerHTML}`);
  return element;
}

const text = (selector: string): string => find(selector).textContent.replaceAll(/\s+/g, ' ').trim();
const field = () => find<HTMLInputElement>('.ask-input');
const settle = (): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(200)));
const click = (selector: string): void => act(() => find(selector).click());
const open = () => act(async () => session.open());

function type(query: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    set?.call(field(), query);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function ask(query: string): Promise<Asked> {
  type(query);
  act(() => void find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
  await settle();
  const asked = source.asked.at(-1);
  if (asked === undefined) throw new Error('nobody was asked');
  return asked;
}

async function answered(query: string, answer: string, ids: string[] = ['quickstart.md']): Promise<void> {
  const asked = await ask(query);
  act(() => asked.onReferences(ids));
  act(() => asked.onText(answer));
  act(() => asked.end());
  await settle();
}

test('suggested questions are shown before the first question and are asked when clicked', async () => {
  questions.mockReturnValue({
    page: [{ ask: 'How do I start it?', href: '/docs/start#start' }],
    common: [{ ask: 'What is it?', href: '/docs' }],
  });
  await open();
  expect([...document.querySelectorAll('.ask-start h3')].map((one) => one.textContent)).toEqual([
    'Questions about this page',
    'Common questions',
  ]);
  click('.ask-start li button');
  await settle();
  expect(source.asked.at(-1)?.question.text).toBe('How do I start it?');
  expect(document.querySelector('.ask-start')).toBeNull();
  questions.mockReturnValue(NO_QUESTIONS);
});

test('a refusal without related pages shows the common questions', async () => {
  questions.mockReturnValue({
    page: [{ ask: 'How do I start it?', href: '/docs/start#start' }],
    common: [{ ask: 'What is it?', href: '/docs' }],
  });
  await open();
  await answered('What is the capital of Peru?', iDontKnowMessage, []);
  expect(text('.ask-start')).toBe('Common questionsWhat is it?');
  await answered('How do I delete it?', `${iDontKnowMessage}\n\nClosest pages:\n\n- [Delete](/docs/delete)`, []);
  expect(document.querySelector('.ask-start')).toBeNull();
  questions.mockReturnValue(NO_QUESTIONS);
});

test('R-106 every text around an answer and a refusal is translated', async () => {
  const words = Object.fromEntries(ASSISTANT_WORDS.map((word) => [word, `«${word}»`]));
  act(() => root.render(dialog({ ...sampleSite, words })));
  await open();
  const isUntranslated = (shown: string): boolean => (ASSISTANT_WORDS as readonly string[]).includes(shown.trim());
  function untranslated(): string[] {
    const texts = [...document.querySelectorAll('dialog *')].flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent ?? ''),
      element.getAttribute('aria-label') ?? '',
      element.getAttribute('title') ?? '',
    ]);
    return texts.filter(isUntranslated);
  }
  await answered('How do I start it?', 'Run `start` [1](/docs/quickstart).');
  expect(text('.ask-feedback')).toBe('«Was this answer helpful?»');
  expect(text('.ask-sources h3')).toBe('«Answer generated from the following pages:»');
  expect(text('.ask-footnote')).toContain('«To reach a person, ask in the «community chat» «(opens in a new tab)».»');
  expect(untranslated()).toEqual([]);
  await answered('What is the capital of Peru?', iDontKnowMessage, []);
  expect(text('.ask-next h4')).toBe('«Next steps»');
  expect(untranslated()).toEqual([]);
});

test('a refusal offers to search for the question and to ask the community, and an answer without sources does not', async () => {
  await open();
  await answered('What is the capital of Peru?', iDontKnowMessage, []);
  expect(Array.from(document.querySelectorAll('.ask-next a'), (link) => link.getAttribute('href'))).toEqual([
    '/base/search?q=What+is+the+capital+of+Peru%3F',
    'https://chat.example/',
  ]);
  await answered('How do I start?', 'With a command.');
  expect(document.querySelector('.ask-next')).toBeNull();
});

describe('R-401 the dialog', () => {
  test('has a visually hidden title, a close button, and a labeled, focused field', async () => {
    await open();
    expect(find<HTMLDialogElement>('dialog').open).toBe(true);
    const title = find('h2');
    expect([title.textContent, title.className, title.id]).toEqual([
      'Ask our AI',
      'visually-hidden',
      find('dialog').getAttribute('aria-labelledby'),
    ]);
    expect(document.activeElement).toBe(field());
    const properties = ['placeholder', 'autocomplete', 'autocorrect', 'autocapitalize', 'spellcheck', 'type'];
    expect(properties.map((name) => field().getAttribute(name))).toEqual([
      'Ask me anything about DataHub!',
      'off',
      'off',
      'off',
      'false',
      'search',
    ]);
    click('[aria-label="Close"]');
    expect(find<HTMLDialogElement>('dialog').open).toBe(false);
  });

  test('shows the disclaimer with a link to the community and names the source of the answers', async () => {
    await open();
    expect(text('.ask-footnote')).toContain('This bot is experimental');
    expect(find('.ask-footnote a').getAttribute('href')).toBe('https://chat.example/');
    expect(text('.ask-footnote')).toContain('Powered by Sample documentation');
  });

  test('fetches the file with the pages once, when the dialog opens for the first time', async () => {
    expect(fetchFile).not.toHaveBeenCalled();
    await open();
    act(() => session.close());
    await open();
    expect(fetchFile).toHaveBeenCalledOnce();
  });

  test('reports a question that is too long before it is sent', async () => {
    await open();
    type('x'.repeat(2001));
    expect(text('[role="alert"]')).toBe('The question is too long: at most 2,000 characters are read. Shorten it, then ask again.');
    expect(field().getAttribute('aria-describedby')).toBe(find('[role="alert"]').id);
    act(() => void find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    expect(source.asked).toEqual([]);
    expect(field().value).toHaveLength(2001);
    type('x');
    expect(document.querySelector('[role="alert"]')).toBeNull();
  });

  test('closes on Escape and aborts the request', async () => {
    await open();
    const asked = await ask('What is a domain?');
    act(() => void field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })));
    expect(find<HTMLDialogElement>('dialog').open).toBe(false);
    expect(asked.signal.aborted).toBe(true);
  });
});

describe('R-402 the content of the dialog in each state', () => {
  const panel = () => find<HTMLElement>('.ask-sources');

  test('indeterminate: neither the sources panel nor an answer is shown', async () => {
    await open();
    expect(panel().hidden).toBe(true);
    expect(document.querySelector('.ask-answer')).toBeNull();
  });

  test('preload: a heading, a placeholder, and the question are shown', async () => {
    await open();
    await ask('What is a domain?');
    expect([panel().hidden, text('.ask-sources h3'), text('.ask-question')]).toEqual([
      false,
      'Fetching relevant pages...',
      'What is a domain?',
    ]);
    expect(document.querySelector('.ask-placeholder')).not.toBeNull();
    expect(field().value).toBe('');
  });

  test('streaming-answer: the references appear under their heading at intervals of 100 ms', async () => {
    await open();
    const asked = await ask('How do I connect Kafka?');
    act(() => asked.onReferences(['quickstart.md', 'gone.md', 'generated/ingestion/sources/kafka.md']));
    act(() => asked.onText('With a **recipe**'));
    expect(text('.ask-sources h3')).toBe('Answer generated from the following pages:');
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.ask-sources a')];
    expect(
      links.map((link) => [
        link.getAttribute('href'),
        link.querySelector('.ask-source > :first-child')?.textContent,
        link.querySelector('.ask-source-path')?.textContent,
      ]),
    ).toEqual([
      ['/base/docs/quickstart', 'Quickstart', 'quickstart'],
      ['/base/docs/generated/ingestion/sources/kafka', 'Kafka', 'ingestion/sources/kafka'],
    ]);
    expect(links.map((link) => link.closest('li')?.style.animationDelay)).toEqual(['0ms', '100ms']);
    expect(find('.ask-answer strong').textContent).toBe('recipe');
    expect(document.querySelector('.ask-placeholder')).toBeNull();
    expect(document.querySelector('.ask-feedback')).toBeNull();
  });

  test('done without references: the sources panel is shown as inactive', async () => {
    await open();
    await answered('Who won?', iDontKnowMessage, []);
    expect([panel().hidden, 'inactive' in panel().dataset]).toEqual([false, true]);
    expect([text('.ask-sources h3'), text('.ask-tools')]).toEqual(['No page answers this question.', 'Start over']);
    expect(text('.ask-feedback p')).toBe('Was this answer helpful?');
    await answered('How do I start?', 'With a command.');
    expect('inactive' in panel().dataset).toBe(false);
  });

  test('R-409 a failure shows the I-don’t-know message, its cause, and a retry button', async () => {
    await open();
    const asked = await ask('What is a domain?');
    act(() => asked.end({ kind: 'failed', status: 429, notice: 'Ask again in 30 seconds.', log: 'x' }));
    await settle();
    expect([text('.ask-answer'), text('.ask-notice p')]).toEqual([iDontKnowMessage, 'Ask again in 30 seconds.']);
    expect(document.querySelector('.ask-feedback')).toBeNull();
    click('.ask-notice button');
    await settle();
    expect(source.asked.map(({ question }) => question.text)).toEqual(['What is a domain?', 'What is a domain?']);
  });
});

test('R-403 Stop before the first text puts the question back into the field', async () => {
  await open();
  const asked = await ask('What is a domain?');
  click('[aria-label="Stop"]');
  expect([asked.signal.aborted, field().value, find('.ask-sources').hidden]).toEqual([true, 'What is a domain?', true]);
  expect(document.activeElement).toBe(field());
});

test('R-403 Stop before the first text of a follow-up question leaves the earlier answer as it was', async () => {
  questions.mockReturnValue({ page: [], common: [{ ask: 'What is it?', href: '/docs' }] });
  await open();
  await answered('What is a domain?', 'A group [1](/base/docs/quickstart).');
  await ask('And a tag?');
  click('[aria-label="Stop"]');
  expect(document.querySelector('.ask-start')).toBeNull();
  expect([...document.querySelectorAll('.ask-question')].map((one) => one.textContent)).toEqual(['What is a domain?']);
  expect([find('.ask-sources').hidden, document.querySelectorAll('.ask-sources a').length]).toEqual([false, 1]);
  expect([text('.ask-feedback p'), find('[aria-label="Copy answer"]').tagName, field().value]).toEqual([
    'Was this answer helpful?',
    'BUTTON',
    'And a tag?',
  ]);
  questions.mockReturnValue(NO_QUESTIONS);
});

test('R-404 feedback can be given once for each answer, and the thanks receive the focus', async () => {
  await open();
  await answered('What is a domain?', 'A group.');
  expect(text('.ask-feedback')).toBe('Was this answer helpful?');
  click('[aria-label="Thumbs down"]');
  expect(text('.ask-feedback')).toBe('Thanks for your feedback!');
  expect(document.activeElement?.textContent).toBe('Thanks for your feedback!');
  expect(document.querySelectorAll('.ask-feedback button')).toHaveLength(0);
  expect(log.entries.at(-1)).toEqual(['What is a domain?', 'negative']);
  await answered('And a tag?', 'A label.');
  expect(text('.ask-feedback')).toBe('Was this answer helpful?');
});

describe('R-405', () => {
  test('the root component throws without a project key', () => {
    const site = { ...sampleSite, assistant: { ...sampleSite.assistant, projectKey: '' } };
    const container = document.createElement('div');
    expect(() => act(() => createRoot(container).render(dialog(site)))).toThrow(/^A project key is required: pass it to the dialog/);
  });
});

test('R-602 a click on a citation follows it, and Ctrl+click is left to the browser', async () => {
  await open();
  await answered('How do I start?', 'With a command [1](/base/docs/quickstart#start:~:text=a,b).');
  const press = (init: MouseEventInit): boolean => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
    act(() => void find('.ask-citation').dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(find('.ask-citation').getAttribute('aria-label')).toBe('Source 1: Quickstart, start');
  expect(press({ ctrlKey: true })).toBe(false);
  expect(follow).not.toHaveBeenCalled();
  expect(press({})).toBe(true);
  expect(follow).toHaveBeenCalledExactlyOnceWith('/base/docs/quickstart#start:~:text=a,b');
});

test('text that was typed before the dialog opened is in its field', async () => {
  await act(async () => session.open('helm va'));
  expect([field().value, document.activeElement]).toEqual(['helm va', field()]);
  act(() => session.close());
  await open();
  expect(field().value).toBe('helm va');
});

describe('R-408 the sources of answers', () => {
  const KAFKA = '/base/docs/generated/ingestion/sources/kafka';
  const ids = ['quickstart.md', 'generated/ingestion/sources/kafka.md'];
  const numbers = (selector: string): string[] => [...document.querySelectorAll(selector)].map((one) => one.textContent);
  const panel = (): string[] => numbers('.ask-sources :is(h3, .ask-number)');

  test('quoted pages are under the heading, and pages that are only related are below their own one', async () => {
    await open();
    const asked = await ask('How do I start?');
    act(() => asked.onReferences(ids));
    act(() => asked.onText('With a command [1](/base/docs/quickstart).'));
    expect(panel()).toEqual(['Answer generated from the following pages:', '1', '2']);
    act(() => asked.onText(`\n\nAlso relevant:\n\n- **Stop** [1](/base/docs/quickstart#stop)\n- **Kafka** [2](${KAFKA})`));
    act(() => asked.end());
    await settle();
    expect(panel()).toEqual(['Answer generated from the following pages:', '1', 'Also relevant:', '2']);
  });

  test('a number means the same source in each answer, and an earlier answer keeps the pages that it quotes', async () => {
    await open();
    await answered('How do I start?', `With a command [1](/base/docs/quickstart).\n\nAlso relevant:\n\n- **Kafka** [2](${KAFKA})`, ids);
    await answered('And Kafka?', `With a recipe [1](${KAFKA}).`, ids.slice(1));
    expect(numbers('.ask-answer .ask-citation')).toEqual(['1', '2', '3']);
    expect(find('.ask-turn:last-child .ask-citation').getAttribute('aria-label')).toBe('Source 3: Kafka');
    expect([numbers('.ask-turn-sources a'), panel()]).toEqual([
      ['1Quickstartquickstart'],
      ['Answer generated from the following pages:', '3'],
    ]);
    expect(source.asked[1]?.question.conversation?.[0]?.answer).toContain('[2](');
  });
});

describe('R-607 the keyboard scrolls an answer', () => {
  const area = () => find('.ask-body');
  const press = (key: string, init: KeyboardEventInit = {}): boolean => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
    act(() => void field().dispatchEvent(event));
    return event.defaultPrevented;
  };

  test('from the field with Page Up and Page Down, and with the arrow keys if the field is empty', async () => {
    await open();
    await answered('How do I start?', 'With a command.');
    Object.defineProperties(area(), { clientHeight: { value: 400 }, scrollHeight: { value: 2000 } });
    const scrollBy = vi.spyOn(area(), 'scrollBy').mockImplementation(() => undefined);
    expect(['PageDown', 'PageUp', 'ArrowDown', 'ArrowUp', 'Home', 'a'].map((key) => press(key))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(scrollBy.mock.calls.flat()).toEqual([{ top: 350 }, { top: -350 }, { top: 40 }, { top: -40 }]);
    expect(press('PageDown', { shiftKey: true })).toBe(false);
    type('And then');
    expect([press('ArrowUp'), press('PageDown')]).toEqual([false, true]);
  });

  test('in a low window, the whole dialog scrolls', async () => {
    await open();
    await answered('How do I start?', 'With a command.');
    const frame = find('.ask-frame');
    Object.defineProperty(frame, 'clientHeight', { value: 400 });
    const scrollBy = vi.spyOn(frame, 'scrollBy').mockImplementation(() => undefined);
    press('PageDown');
    expect(scrollBy).toHaveBeenCalledExactlyOnceWith({ top: 350 });
  });

  test('in the region of the answers, which Tab reaches', async () => {
    await open();
    expect(area().tabIndex).toBe(-1);
    await answered('How do I start?', 'With a command.');
    expect([area().tabIndex, area().role, area().getAttribute('aria-label')]).toEqual([0, 'region', 'Answers']);
  });

  test('on a touch screen, the region has the focus, and its ring appears with the first key', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    await open();
    await ask('How do I start?');
    expect([document.activeElement, 'quiet' in area().dataset]).toEqual([area(), true]);
    area().dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }));
    expect('quiet' in area().dataset).toBe(false);
    vi.unstubAllGlobals();
  });
});

test('follow-ups appear below earlier answers, and Start over clears the conversation', async () => {
  await open();
  await answered('What is a domain?', 'A group.');
  await answered('And a tag?', 'A label.');
  expect([...document.querySelectorAll('.ask-question')].map((one) => one.textContent)).toEqual(['What is a domain?', 'And a tag?']);
  expect(source.asked.at(-1)?.question.conversation).toEqual([{ question: 'What is a domain?', answer: 'A group.' }]);
  click('.ask-tools .link-button');
  expect(document.querySelector('.ask-question')).toBeNull();
  expect(document.activeElement).toBe(field());
});

describe('R-607 announcements to screen readers', () => {
  const announcements = (): string[] => [...document.querySelectorAll('[role="status"] p')].map((one) => one.textContent);

  test('one polite live region announces the start of the search, then the finished answer in sentences without Markdown', async () => {
    await open();
    expect(document.querySelectorAll('[role="status"], [aria-live]')).toHaveLength(1);
    const asked = await ask('What is a domain?');
    expect(announcements()).toEqual(['Fetching relevant pages...']);
    act(() => asked.onText('A **group** of assets. [1](/base/docs/quickstart)'));
    expect(announcements()).toEqual([]);
    act(() => asked.onText(' It has one owner.\n\n- one\n- two'));
    act(() => asked.end());
    await settle();
    expect(announcements()).toEqual(['A group of assets.', 'It has one owner.', 'one', 'two']);
  });

  test('failures and the result of copying are announced', async () => {
    await open();
    const asked = await ask('q');
    act(() => asked.end({ kind: 'unreachable', notice: 'Check your network connection.', error: null }));
    await settle();
    expect(announcements()).toEqual(['Check your network connection.']);
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await answered('again', 'See [1](/base/docs/quickstart).');
    click('[aria-label="Copy answer"]');
    await settle();
    expect(writeText).toHaveBeenCalledWith(`See [1](${location.origin}/base/docs/quickstart).`);
    expect(announcements()).toContain('Copied');
    writeText.mockRejectedValueOnce(new Error('denied'));
    click('[aria-label="Copy answer"]');
    await settle();
    expect(announcements()).toContain('The browser does not allow copying. Select the text and copy it.');
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    await answered('with code', '```\ndatahub version\n```');
    writeText.mockRejectedValueOnce(new Error('denied'));
    click('[aria-label="Copy code"]');
    await settle();
    expect(writeText).toHaveBeenLastCalledWith('datahub version');
    expect(document.querySelector('.ask-code [role="status"]')?.textContent).toBe(
      'The browser does not allow copying. Select the text and copy it.',
    );
    vi.unstubAllGlobals();
  });
});

test('relative links in a copied answer become absolute', () => {
  expect(portableMarkdown('[1](/docs/x) [a](https://b.example/)', 'https://docs.example')).toBe(
    '[1](https://docs.example/docs/x) [a](https://b.example/)',
  );
});
