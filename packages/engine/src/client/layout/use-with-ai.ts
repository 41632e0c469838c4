/** What readers who work with AI tools can do with a page: copy it, open it in a chat, and connect an editor to the documentation. */
import { wordsOf, type Say } from '#model/interface-words.ts';
import type { SiteData } from '#model/site.ts';
import { withBase } from '#model/url.ts';
import { element, openPageDialog } from './page-dialog.ts';

type AiSite = Pick<SiteData, 'title' | 'url' | 'baseUrl' | 'words' | 'aiChats'>;

/**
 * Opens the dialog at once; the settings for editors follow when the endpoint has answered.
 * @param markdownUrl of the page, with base URL
 */
export async function openUseWithAi(site: AiSite, markdownUrl: string): Promise<void> {
  const say = wordsOf(site);
  const endpoint = new URL(withBase(site.baseUrl, '/mcp'), location.href).href;
  const editors = element('div');
  openPageDialog(site, 'use-with-ai', say('Use with AI'), pageActions(say, site, markdownUrl), editors);
  if (await hasEndpoint(endpoint)) editors.append(...editorGuide(say, nameOf(site), endpoint));
}

function pageActions(say: Say, { url, aiChats }: AiSite, markdownUrl: string): HTMLElement {
  const copy = Object.assign(element('button', say('Copy page')), { type: 'button', className: 'link-button' });
  copy.dataset.copyPage = '';
  copy.dataset.markdown = markdownUrl;
  const prompt = encodeURIComponent(say('Read {url} and answer my questions about it.', { url: url + markdownUrl }));
  const chats = aiChats.map(({ name, url: template }) => {
    const link = element('a', say('Open in {name}', { name }));
    return Object.assign(link, { href: template.replace('{prompt}', () => prompt), target: '_blank', rel: 'noopener' });
  });
  const view = Object.assign(element('a', say('View as Markdown')), { href: markdownUrl });
  return element('ul', ...[copy, view, ...chats].map((item) => element('li', item)));
}

/** Name of the server in an editor's settings: `datahub-docs`. */
const nameOf = ({ title }: AiSite): string =>
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

/** A host that only serves files has no endpoint. */
async function hasEndpoint(endpoint: string): Promise<boolean> {
  const response = await fetch(endpoint, PING).catch(() => null);
  return response?.ok === true && !/^text\/html/i.test(response.headers.get('Content-Type') ?? '');
}

function editorGuide(say: Say, name: string, url: string): HTMLElement[] {
  const settings = (value: object): string => JSON.stringify(value, null, 2);
  const clients = [
    ['Claude Code', `claude mcp add --transport http ${name} ${url}`],
    ['VS Code: .vscode/mcp.json', settings({ servers: { [name]: { type: 'http', url } } })],
    ['Cursor: .cursor/mcp.json', settings({ mcpServers: { [name]: { url } } })],
  ] as const;
  return [
    element('h3', say('Connect your editor')),
    element('p', say('Editors and agents can search and read this documentation over MCP, at {url}.', { url })),
    ...clients.map(([client, text]) => {
      const code = element('pre', element('code', text));
      code.tabIndex = 0;
      code.setAttribute('aria-label', client);
      const copy = Object.assign(element('button', say('Copy code')), { type: 'button', className: 'link-button' });
      copy.dataset.copyText = text;
      copy.setAttribute('aria-label', `${say('Copy code')}: ${client}`);
      return Object.assign(element('section', element('h4', client), copy, code), { className: 'ai-client' });
    }),
  ];
}
