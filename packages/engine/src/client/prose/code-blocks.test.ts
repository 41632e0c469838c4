// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sampleSite } from '#model/testing/sample-site.ts';
import { loadSiteData } from '../site-data.ts';
import { commandsOf } from './code-blocks.ts';
import { startProse } from './start.ts';

const writeText = vi.fn(async (_text: string) => undefined);
const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
const announcement = () => document.getElementById('live-region')?.textContent;

startProse();

beforeEach(() => {
  writeText.mockReset().mockResolvedValue(undefined);
  vi.stubGlobal('ClipboardItem', undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  document.body.innerHTML = `<figure class="code"><div class="code-tools"><button class="code-wrap" aria-pressed="false"></button><button class="code-copy"></button></div>
    <pre><code>datahub version\n</code></pre></figure><button data-copy-text="pip install"></button><button data-copy-page="" data-markdown="/a.md"></button>`;
});

test('R-217 code is copied without its final line break, and the success is announced', async () => {
  click('.code-copy');
  await expect.poll(() => announcement()).toBe('Copied');
  expect(writeText).toHaveBeenCalledExactlyOnceWith('datahub version');
});

test('R-217 lines that are marked as removed are not copied', async () => {
  document.querySelector('code')!.innerHTML = 'a\n<del class="line">b\n</del><ins class="line">c\n</ins>';
  click('.code-copy');
  await expect.poll(() => writeText).toHaveBeenCalledExactlyOnceWith('a\nc');
  expect(document.querySelector('code')?.textContent).toContain('b');
});

test('R-217 only the commands of a shell session are copied', async () => {
  document.querySelector<HTMLElement>('figure')!.dataset.language = 'shell-session';
  document.querySelector('code')!.textContent = '$ datahub version\nDataHub CLI version: 0.10.4\n';
  click('.code-copy');
  await expect.poll(() => writeText).toHaveBeenCalledExactlyOnceWith('datahub version');
});

test.each([
  ['$ a \\\n    --long\nout\n$ b', 'a \\\n    --long\nb'],
  ['$ a \\\n> --long\nout', 'a \\\n--long'],
  ['ana@shop:~/docs$ ls\na.md\nroot@shop:/# id', 'ls\nid'],
  ['(50 %) done\n$5 a month\n% ls', 'ls'],
  ['no prompt\nat all', 'no prompt\nat all'],
])('the commands of %j are %j', (session, commands) => {
  expect(commandsOf(session)).toBe(commands);
});

test('R-217 if copying is denied, the code is selected and a message explains what to do', async () => {
  writeText.mockRejectedValue(new Error('denied'));
  click('.code-copy');
  const message = 'The browser did not allow copying. The code is selected: copy it with Ctrl+C or Cmd+C.';
  await expect.poll(() => document.querySelector('.copy-message')?.textContent).toBe(message);
  expect(getSelection()?.toString()).toContain('datahub version');
  click('.code-copy');
  await expect.poll(() => document.querySelectorAll('.copy-message')).toHaveLength(1);
});

test('R-106 R-217 every sentence about a refused copy is in the language of the site', async () => {
  const words = {
    'The browser did not allow copying. The code is selected: copy it with Ctrl+C or Cmd+C.': 'Markiert: kopiere mit Strg+C.',
    'The browser did not allow copying. Select and copy it by hand: {text}': 'Kopiere selbst: {text}',
    'The browser did not allow copying. Its Markdown is at {url}': 'Markdown: {url}',
    'The page could not be fetched. Its Markdown is at {url}': 'Nicht geladen: {url}',
  };
  await loadSiteData({ ...sampleSite, words });
  onTestFinished(async () => void (await loadSiteData(sampleSite)));
  writeText.mockRejectedValue(new Error('denied'));
  const shown = () => Array.from(document.querySelectorAll('.copy-message'), ({ textContent }) => textContent);
  vi.stubGlobal('fetch', async () => new Response('# A'));
  for (const button of ['.code-copy', '[data-copy-text]', '[data-copy-page]']) click(button);
  const url = new URL('/a.md', location.href).href;
  await expect.poll(shown).toEqual(['Markiert: kopiere mit Strg+C.', 'Kopiere selbst: pip install', `Markdown: ${url}`]);
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  click('[data-copy-page]');
  await expect.poll(() => shown().at(-1)).toBe(`Nicht geladen: ${url}`);
});

test('R-217 a button switches line wrapping on and off', () => {
  click('.code-wrap');
  expect(document.querySelector('figure')?.className).toBe('code wrapped');
  click('.code-wrap');
  expect(document.querySelector('.code-wrap')?.getAttribute('aria-pressed')).toBe('false');
});

test('a text and the Markdown of the page can be copied', async () => {
  click('[data-copy-text]');
  await expect.poll(() => writeText).toHaveBeenCalledWith('pip install');
  vi.stubGlobal('fetch', async () => new Response('# A'));
  click('[data-copy-page]');
  await expect.poll(() => writeText).toHaveBeenCalledWith('# A');
});

test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])(
  'a click with %s on a link to the Markdown of the page is left to the browser',
  (key) => {
    const fetched = vi.fn(async () => new Response('# A'));
    vi.stubGlobal('fetch', fetched);
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true });
    document.querySelector('[data-copy-page]')?.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
  },
);

test('a failure to fetch the Markdown of the page is reported', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  click('[data-copy-page]');
  await vi.waitFor(() =>
    expect(document.querySelector('.copy-message')?.textContent).toMatch(
      /^The page could not be fetched\. Its Markdown is at http.*\/a\.md$/,
    ),
  );
});
