// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { openShortcutHelp, openUseWithAi } from './page-dialogs.ts';

const site = {
  ...{ title: 'Example Docs', url: 'https://docs.example', baseUrl: '/portal/' },
  aiChats: [{ name: 'Chat', url: 'https://chat.example/?q={prompt}' }],
};
const answer = (status: number, type: string): void =>
  void vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status, headers: { 'Content-Type': type } })));
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('R-603 the page can be copied, read as Markdown, and opened in the configured chats', async () => {
  answer(404, 'text/html');
  await openUseWithAi(site, '/portal/docs/a.md');
  expect([...document.querySelectorAll('.use-with-ai li')].map(({ textContent }) => textContent)).toEqual([
    'Copy page',
    'View as Markdown',
    'Open in Chat',
  ]);
  expect(document.querySelector('[data-copy-page]')?.getAttribute('data-markdown')).toBe('/portal/docs/a.md');
  const prompt = 'Read https://docs.example/portal/docs/a.md and answer my questions about it.';
  expect(document.querySelector('a[target]')?.getAttribute('href')).toBe(`https://chat.example/?q=${encodeURIComponent(prompt)}`);
  expect(document.querySelector('.use-with-ai')?.textContent).not.toContain('MCP');
});

test('R-603 if the server has an MCP endpoint, the settings for editors are listed', async () => {
  answer(200, 'application/json; charset=utf-8');
  await openUseWithAi(site, '/portal/docs/a.md');
  const code = [...document.querySelectorAll('.ai-client code')].map(({ textContent }) => textContent);
  const url = new URL('/portal/mcp', location.href).href;
  expect(code[0]).toBe(`claude mcp add --transport http example-docs-docs ${url}`);
  expect(JSON.parse(code[1] ?? '')).toEqual({ servers: { 'example-docs-docs': { type: 'http', url } } });
  expect(JSON.parse(code[2] ?? '')).toEqual({ mcpServers: { 'example-docs-docs': { url } } });
});

test('R-603 the dialog opens before the endpoint has answered', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  void openUseWithAi(site, '/portal/docs/a.md');
  expect(document.querySelectorAll('.use-with-ai li')).toHaveLength(3);
});

const rows = (): string[] => [...document.querySelectorAll('.shortcut-help dl > div')].map(({ textContent }) => textContent);

test('the search shortcuts are listed if the site has a search', () => {
  openShortcutHelp({ search: {} as never });
  expect(rows()[0]).toBe('Ctrl K or /Open the search');
  expect(rows()).toHaveLength(6);
});

test('without a search, only the other shortcuts are listed, in the words of the site', () => {
  openShortcutHelp({ search: null, words: { 'Close a dialog': 'Fenster schließen' } });
  expect(rows()).toEqual(['EscFenster schließen', '?Show this list']);
});

test('it opens once, and its button removes it from the page', () => {
  openShortcutHelp({ search: null });
  openShortcutHelp({ search: null });
  expect(document.querySelectorAll('dialog')).toHaveLength(1);
  document.querySelector<HTMLButtonElement>('.shortcut-help button')?.click();
  expect(document.querySelector('dialog')).toBeNull();
});

test('a press beside the content closes it, and a selection of text that ends there does not', () => {
  openShortcutHelp({ search: null });
  const dialog = document.querySelector('dialog');
  const pressOn = (selector: string): void => {
    document.querySelector(selector)?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    dialog?.click();
  };
  pressOn('.shortcut-help dd');
  expect(dialog?.open).toBe(true);
  pressOn('dialog');
  expect(dialog?.open).toBe(false);
});
