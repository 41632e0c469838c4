/** The buttons of code blocks, and the copy buttons of texts (`data-copy-text="…"`) and of the page as Markdown (`data-copy-page`). */
import { delegate, hasModifier, PAGE_SHOWN } from '../page-events.ts';
import { createTranslate, type Translate } from '#model/interface-words.ts';
import { announce } from '../router/after-navigation.ts';
import { siteData } from '../site-data.ts';

/** Time in milliseconds during which a button shows that the text was copied. */
const FEEDBACK_MS = 2000;

const translate: Translate = (english, values) => createTranslate(siteData() ?? {})(english, values);

/** Marks the button with the `copied` class for two seconds and announces it. */
function showCopied(button: HTMLElement): void {
  button.classList.add('copied');
  announce(translate('Copied'));
  setTimeout(() => button.classList.remove('copied'), FEEDBACK_MS);
}

/** Shows a message beside the button, and announces it. It replaces an earlier message. */
function showFailure(button: HTMLElement, message: string): void {
  const container = button.closest('.code-tools') ?? button;
  const shown = container.nextElementSibling?.matches('.copy-message') ? container.nextElementSibling : document.createElement('p');
  shown.className = 'copy-message';
  shown.textContent = message;
  container.after(shown);
  announce(message);
}

function clearFailure(button: HTMLElement): void {
  const next = (button.closest('.code-tools') ?? button).nextElementSibling;
  if (next?.matches('.copy-message')) next.remove();
}

/**
 * Copies text to the clipboard. A pending text is passed as a promise if the browser supports it, because some browsers allow
 * copying only during the click event. Rejects if the browser refuses, or with the promise's reason.
 */
async function copy(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text);
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((plain) => new Blob([plain], { type: 'text/plain' }));
  await Promise.all([text, navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])]);
}

/** The prompt of a shell, optionally after user, host, and folder: `$ `, `ana@shop:~$ `. */
const PROMPT = /^(?:[\w.-]+@[^$#%]*)?[$#%] /;

/** Returns the commands of a shell session, without prompts and output. A session without a prompt is returned unchanged. */
export function commandsOf(session: string): string {
  const commands: string[] = [];
  let isContinued = false;
  for (const line of session.split('\n')) {
    if (isContinued) commands.push(line.replace(/^> /, ''));
    else if (PROMPT.test(line)) commands.push(line.replace(PROMPT, ''));
    else continue;
    isContinued = line.endsWith('\\');
  }
  return commands.length === 0 ? session : commands.join('\n');
}

async function copyCode(button: HTMLElement): Promise<void> {
  const figure = button.closest<HTMLElement>('figure.code');
  const code = figure?.querySelector('pre code');
  if (!code) return;
  clearFailure(button);
  const kept = code.cloneNode(true) as Element;
  for (const removed of kept.querySelectorAll('del.line')) removed.remove();
  const text = (kept.textContent ?? '').replace(/\n$/, '');
  const isSession = /^(shell-?session|console)$/.test(figure?.dataset.language ?? '');
  try {
    await copy(isSession ? commandsOf(text) : text);
    showCopied(button);
  } catch {
    getSelection()?.selectAllChildren(code);
    showFailure(button, translate('The browser did not allow copying. The code is selected: copy it with Ctrl+C or Cmd+C.'));
  }
}

async function copyText(button: HTMLElement): Promise<void> {
  const text = button.dataset.copyText ?? '';
  clearFailure(button);
  try {
    await copy(text);
    showCopied(button);
  } catch {
    showFailure(button, translate('The browser did not allow copying. Select and copy it by hand: {text}', { text }));
  }
}

async function fetchMarkdown(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.text();
}

/** Copies the page as Markdown. Its address is in `data-markdown`, or is the target of a link. */
async function copyPage(control: HTMLElement): Promise<void> {
  const address = control.dataset.markdown ?? control.getAttribute('href');
  if (!address) return;
  clearFailure(control);
  const markdown = fetchMarkdown(address);
  try {
    await copy(markdown);
    showCopied(control);
  } catch {
    const fetched = await markdown.then(
      () => true,
      () => false,
    );
    const { href: url } = new URL(address, location.href);
    const message = fetched
      ? translate('The browser did not allow copying. Its Markdown is at {url}', { url })
      : translate('The page could not be fetched. Its Markdown is at {url}', { url });
    showFailure(control, message);
  }
}

/** Sets up all copy buttons. */
export function startCopying(): void {
  delegate('click', '.code-copy', (_event, button) => void copyCode(button));
  delegate('click', '[data-copy-text]', (_event, button) => void copyText(button));
  delegate('click', '[data-copy-page]', (event, control) => {
    if (hasModifier(event)) return;
    event.preventDefault();
    void copyPage(control);
  });
}

/** Blocks that may scroll: code, tables, and diagrams horizontally, and the table of contents vertically. */
const SCROLLABLE_BLOCKS = ':is(.code > pre, .table, figure.diagram, .contents)';

/** Sets up the line-wrap buttons and the tab order of scrollable blocks. */
export function startCodeBlocks(): void {
  delegate('click', '.code-wrap', (_event, button) => {
    const wrapped = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(wrapped));
    button.closest('figure.code')?.classList.toggle('wrapped', wrapped);
  });
  document.addEventListener(PAGE_SHOWN, observeScrollableBlocks);
  observeScrollableBlocks();
}

let resizeObserver: ResizeObserver | undefined;

/**
 * Removes parts that do not scroll from the tab order. The build makes all of them focusable, because it does not know the width of the
 * window. Blocks are measured when they are laid out, because a long reference page has hundreds and lays out only those near the viewport.
 */
function observeScrollableBlocks(): void {
  resizeObserver?.disconnect();
  const observer = new ResizeObserver((entries) => {
    const measured = entries.map(({ target }) => [target as HTMLElement, isScrollable(target)] as const);
    for (const [block, scrolls] of measured) setFocusable(block, scrolls);
  });
  resizeObserver = observer;
  for (const block of document.querySelectorAll<HTMLElement>(SCROLLABLE_BLOCKS)) {
    block.removeAttribute('tabindex');
    observer.observe(block);
  }
}

function isScrollable(block: Element): boolean {
  const isTaller = block.matches('.contents') && block.scrollHeight > block.clientHeight + 1;
  return isTaller || block.scrollWidth > block.clientWidth + 1;
}

function setFocusable(block: HTMLElement, scrolls: boolean): void {
  if (scrolls) block.tabIndex = 0;
  else block.removeAttribute('tabindex');
  block.closest('.code')?.classList.toggle('scrolls', scrolls);
}
