/**
 * Runs in the browser during development only: shows an edit at the reader's scroll position, and the problems of the page until they
 * are fixed. It is served without bundling, so it imports nothing.
 */
interface Message {
  type: 'update' | 'reload';
  /** Route of the edited page, without the base URL; absent for `reload`. */
  path?: string;
}

const BOX_ID = 'dev-problems';

function showProblems(problems: readonly { text: string }[]): void {
  document.getElementById(BOX_ID)?.remove();
  if (problems.length === 0) return;
  const box = document.createElement('div');
  box.id = BOX_ID;
  box.setAttribute('role', 'alert');
  box.className = 'loading-error';
  const title = document.createElement('strong');
  title.textContent = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const list = document.createElement('ul');
  for (const { text } of problems) list.append(Object.assign(document.createElement('li'), { textContent: text }));
  box.append(title, list);
  document.body.prepend(box);
}

/** Returns the path of the address without a trailing slash or `index.html`. It starts with the base URL. */
function addressPath(): string {
  const path = location.pathname.replace(/\.html$/, '').replace(/\/index$/, '');
  return path.replace(/(?<!\/)\/+$/, '');
}

interface DevPage extends Record<string, unknown> {
  path: string;
  body: string;
  problems?: { text: string }[];
  contents?: { text: string }[];
}

/** Returns the data of the shell without the headings. If it changes, the page has to be reloaded. */
const shellOf = ({ body: _body, problems: _problems, contents: _contents, ...rest }: DevPage): string => JSON.stringify(rest);

/** Whether the table of contents, which is not replaced with the body, shows the headings of the page. */
function hasContentsOf({ contents = [] }: DevPage): boolean {
  const shown = Array.from(document.querySelectorAll('.contents li > a'), ({ textContent }) => textContent);
  return shown.join('\n') === contents.map(({ text }) => text).join('\n');
}

const embedded = JSON.parse(document.querySelector('script#page-data')?.textContent ?? 'null') as DevPage | null;
let lastShell = embedded === null ? null : shellOf(embedded);

/** The base URL without its trailing slash, which is the part of the address before the route of the page. */
const base = addressPath().slice(0, addressPath().length - (embedded?.path ?? '').replace(/\/$/, '').length);

async function update(): Promise<void> {
  const response = await fetch(`${addressPath() === base ? `${base}/index` : addressPath()}.json`, { cache: 'no-store' });
  if (!response.ok) return location.reload();
  const page = (await response.json()) as DevPage;
  const body = document.querySelector('.page-body');
  if (body === null || !hasContentsOf(page) || (lastShell !== null && lastShell !== shellOf(page))) return location.reload();
  lastShell = shellOf(page);
  const { scrollX, scrollY } = window;
  body.innerHTML = page.body;
  window.scrollTo(scrollX, scrollY);
  showProblems(page.problems ?? []);
}

showProblems(JSON.parse(document.querySelector('script#dev-data')?.textContent ?? '[]') as { text: string }[]);

new EventSource('/__reload').addEventListener('message', (event) => {
  const { type, path } = JSON.parse(String(event.data)) as Message;
  if (type === 'reload') location.reload();
  else if (path === (addressPath().slice(base.length) || '/')) void update();
});
