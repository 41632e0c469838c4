/** Small modal dialogs, which are loaded on demand. The browser traps the focus, closes them on Escape, and restores the focus. */
import { closeOnLeave } from '@quire/search/close-on-leave';
import { type Translate, createTranslate } from '#model/interface-words.ts';
import type { SiteData } from '#model/site.ts';
import { withBase } from '#model/url.ts';
import { siteData } from '../site-data.ts';

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, ...children: (Node | string)[]): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

/** Opens a modal dialog with a heading and a close button. Escape and a press outside also close it. Does nothing while another dialog is open. */
function openPageDialog(site: Pick<SiteData, 'words'>, name: string, title: string, ...content: Node[]): void {
  if (document.querySelector('dialog[open]') !== null) return;
  const close = Object.assign(element('button', createTranslate(site)('Close')), { type: 'button', className: 'button' });
  const dialog = Object.assign(element('dialog', element('h2', title), ...content, close), {
    className: `dialog-window page-dialog ${name}`,
    // Do not refer to the heading by id, because a section of the page may have the same id.
    ariaLabel: title,
  });
  close.addEventListener('click', () => dialog.close());
  // A selection of text that ends beside the content is a click on the dialog, too.
  let isPressedInside = false;
  dialog.addEventListener('pointerdown', ({ target }) => (isPressedInside = target !== dialog));
  dialog.addEventListener('click', ({ target }) => target === dialog && !isPressedInside && dialog.close());
  showDialog(dialog);
}

/** Shows a modal dialog until it is closed, or the reader leaves the page. */
function showDialog(dialog: HTMLDialogElement): void {
  const stop = closeOnLeave(() => dialog.close());
  dialog.addEventListener('close', () => (stop(), dialog.remove()));
  document.body.append(dialog);
  dialog.showModal();
}

/** Alternative key combinations: `[['Ctrl', 'K'], ['/']]` is Ctrl+K or /. */
type Keys = readonly (readonly string[])[];

/** Returns the keys as `<kbd>` elements with the word for "or" between alternatives. */
function keyElements(keys: Keys, or: string): Node[] {
  return keys.flatMap((together, index) => [
    ...(index > 0 ? [document.createTextNode(` ${or} `)] : []),
    ...together.flatMap((key, place) => [...(place > 0 ? [document.createTextNode(' ')] : []), element('kbd', key)]),
  ]);
}

/** Opens the list of keyboard shortcuts. */
export function openShortcutHelp(site: Pick<SiteData, 'words' | 'search'>): void {
  const translate = createTranslate(site);
  const control = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  const ofSearch: [Keys, string][] = [
    [[[control, 'K'], ['/']], translate('Open the search')],
    [[['↓'], ['↑']], translate('Move through the results')],
    [[['Enter']], translate('Open the selected result')],
    [[[control, 'Enter']], translate('Open it in a new tab')],
  ];
  const rows: [Keys, string][] = [
    ...(site.search === null ? [] : ofSearch),
    [[['Esc']], translate('Close a dialog')],
    [[['?']], translate('Show this list')],
  ];
  const list = element(
    'dl',
    ...rows.map(([keys, does]) => element('div', element('dt', ...keyElements(keys, translate('or'))), element('dd', does))),
  );
  openPageDialog(site, 'shortcut-help', translate('Keyboard shortcuts'), list);
}

type AiSite = Pick<SiteData, 'title' | 'url' | 'baseUrl' | 'words' | 'aiChats'>;

/**
 * Opens the dialog for readers who work with AI tools: copy the page, open it in a chat, or connect an editor to the documentation.
 * The settings for editors are added when the MCP endpoint has responded.
 * @param markdownUrl address of the page as Markdown, with base URL
 */
export async function openUseWithAi(site: AiSite, markdownUrl: string): Promise<void> {
  const translate = createTranslate(site);
  const endpoint = new URL(withBase(site.baseUrl, '/mcp'), location.href).href;
  const editors = element('div');
  openPageDialog(site, 'use-with-ai', translate('Use with AI'), pageActions(translate, site, markdownUrl), editors);
  if (await hasEndpoint(endpoint)) editors.append(...editorGuide(translate, serverNameOf(site), endpoint));
}

function pageActions(translate: Translate, { url, aiChats }: AiSite, markdownUrl: string): HTMLElement {
  const copy = Object.assign(element('button', translate('Copy page')), { type: 'button', className: 'link-button' });
  copy.dataset.copyPage = '';
  copy.dataset.markdown = markdownUrl;
  const prompt = encodeURIComponent(translate('Read {url} and answer my questions about it.', { url: url + markdownUrl }));
  const chats = aiChats.map(({ name, url: template }) => {
    const link = element('a', translate('Open in {name}', { name }));
    return Object.assign(link, { href: template.replace('{prompt}', () => prompt), target: '_blank', rel: 'noopener' });
  });
  const view = Object.assign(element('a', translate('View as Markdown')), { href: markdownUrl });
  return element('ul', ...[copy, view, ...chats].map((item) => element('li', item)));
}

/** Returns the name of the server in an editor's settings: `my-project-docs`. */
const serverNameOf = ({ title }: AiSite): string =>
  `${
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'site'
  }-docs`;

const PING = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
  body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
};

/** Whether the host has an MCP endpoint. Static hosts do not. */
async function hasEndpoint(endpoint: string): Promise<boolean> {
  const response = await fetch(endpoint, PING).catch(() => null);
  return response?.ok === true && !/^text\/html/i.test(response.headers.get('Content-Type') ?? '');
}

function editorGuide(translate: Translate, name: string, url: string): HTMLElement[] {
  const settings = (value: object): string => JSON.stringify(value, null, 2);
  const clients = [
    ['Claude Code', `claude mcp add --transport http ${name} ${url}`],
    ['VS Code: .vscode/mcp.json', settings({ servers: { [name]: { type: 'http', url } } })],
    ['Cursor: .cursor/mcp.json', settings({ mcpServers: { [name]: { url } } })],
  ] as const;
  return [
    element('h3', translate('Connect your editor')),
    element('p', translate('Editors and agents can search and read this documentation over MCP, at {url}.', { url })),
    ...clients.map(([client, text]) => {
      const code = element('pre', element('code', text));
      code.tabIndex = 0;
      code.setAttribute('aria-label', client);
      const copy = Object.assign(element('button', translate('Copy code')), { type: 'button', className: 'link-button' });
      copy.dataset.copyText = text;
      copy.setAttribute('aria-label', `${translate('Copy code')}: ${client}`);
      return Object.assign(element('section', element('h4', client), copy, code), { className: 'ai-client' });
    }),
  ];
}

/** Shows a picture or a diagram of the text in the whole window until the next click. */
export function enlargePicture(picture: Element): void {
  const translate = createTranslate(siteData() ?? {});
  const copy = picture.cloneNode(true) as Element;
  for (const sized of [copy, ...copy.querySelectorAll('[sizes]')]) if (sized.hasAttribute('sizes')) sized.setAttribute('sizes', '100vw');
  const image = copy.matches('img') ? copy : copy.querySelector('img');
  const close = Object.assign(element('button', '×'), { type: 'button', className: 'zoomed-close', ariaLabel: translate('Close') });
  const dialog = Object.assign(element('dialog', copy, close), {
    className: 'zoomed',
    ariaLabel: image?.getAttribute('alt') || copy.getAttribute('aria-label') || translate('Enlarged picture'),
  });
  dialog.addEventListener('click', () => dialog.close());
  showDialog(dialog);
}
