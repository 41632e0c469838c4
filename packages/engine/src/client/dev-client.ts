/** Runs in the browser during development only: shows an edit without losing the place, and what is wrong until it is mended. */
interface Told {
  type: 'update' | 'error' | 'reload';
  path?: string;
  problems?: { text: string }[];
}

const BOX = 'dev-problems';

function showProblems(problems: readonly { text: string }[]): void {
  document.getElementById(BOX)?.remove();
  if (problems.length === 0) return;
  const box = document.createElement('div');
  box.id = BOX;
  box.setAttribute('role', 'alert');
  box.className = 'loading-error';
  const title = document.createElement('strong');
  title.textContent = problems.length === 1 ? 'One thing to mend:' : `${problems.length} things to mend:`;
  const list = document.createElement('ul');
  for (const { text } of problems) list.append(Object.assign(document.createElement('li'), { textContent: text }));
  box.append(title, list);
  document.body.prepend(box);
}

function currentPath(): string {
  const shown = document.documentElement.dataset['devPath'];
  const pathname = location.pathname.replace(/\.html$/, '').replace(/\/index$/, '');
  return shown ?? (pathname.replace(/\/+$/, '') || '/');
}

interface Shown {
  body: string;
  problems?: { text: string }[];
}

/** Everything but the body: when it differs, the shell has to be rendered again. */
const frame = ({ body: _body, problems: _problems, ...rest }: Shown & Record<string, unknown>): string => JSON.stringify(rest);

let last: string | null = null;

async function update(): Promise<void> {
  const answer = await fetch(`${currentPath().replace(/\/$/, '/index')}.json`, { cache: 'no-store' });
  if (!answer.ok) return location.reload();
  const page = (await answer.json()) as Shown & Record<string, unknown>;
  const body = document.querySelector('.page-body');
  if (body === null || (last !== null && last !== frame(page))) return location.reload();
  last = frame(page);
  const { scrollX, scrollY } = window;
  body.innerHTML = page.body;
  window.scrollTo(scrollX, scrollY);
  showProblems(page.problems ?? []);
}

const embedded = document.getElementById('page-data')?.textContent;
if (embedded !== undefined && embedded !== null) last = frame(JSON.parse(embedded) as Shown & Record<string, unknown>);
showProblems(JSON.parse(document.getElementById('dev-data')?.textContent ?? '[]') as { text: string }[]);

new EventSource('/__reload').addEventListener('message', (event) => {
  const told = JSON.parse(String(event.data)) as Told;
  if (told.type === 'reload') location.reload();
  else if (told.type === 'error') showProblems(told.problems ?? []);
  else if (told.path === undefined || told.path === currentPath()) void update();
});
