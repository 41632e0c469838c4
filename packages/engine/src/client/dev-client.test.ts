// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

let events: EventTarget;
const send = (message: object) => events.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));

async function open(address: string, path: string): Promise<void> {
  history.replaceState(null, '', address);
  document.body.innerHTML = `<div class="page-body">old</div><script type="application/json" id="page-data">${JSON.stringify({ path })}</script>`;
  vi.resetModules();
  await import('./dev-client.ts');
}

test('an edited heading reloads the page, because the table of contents is outside of the body', async () => {
  const contents = [{ text: 'Renamed' }];
  vi.stubGlobal('fetch', async () => Response.json({ path: '/docs/a', body: 'new', contents }));
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  await open('/docs/a', '/docs/a');
  document.body.insertAdjacentHTML('beforeend', '<nav class="contents"><ul><li><a>Original</a></li></ul></nav>');
  send({ type: 'update', path: '/docs/a' });
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  contents[0] = { text: 'Original' };
  send({ type: 'update', path: '/docs/a' });
  await expect.poll(() => document.querySelector('.page-body')?.textContent).toBe('new');
  expect(reload).toHaveBeenCalledTimes(1);
});

beforeEach(() => {
  events = new EventTarget();
  vi.stubGlobal('EventSource', function EventSource() {
    return events;
  });
});

test.each([
  ['/docs/a', '/docs/a', '/docs/a.json'],
  ['/base/docs/a/', '/docs/a', '/base/docs/a.json'],
  ['/base/', '/', '/base/index.json'],
  ['/', '/', '/index.json'],
])('an edit of the page at %s replaces its body, with any base URL', async (address, path, file) => {
  const get = vi.fn(async () => Response.json({ path, body: 'new', problems: [{ text: 'a.md:1: Broken.' }] }));
  vi.stubGlobal('fetch', get);
  await open(address, path);
  send({ type: 'update', path: '/docs/other' });
  expect(get).not.toHaveBeenCalled();
  send({ type: 'update', path });
  await expect.poll(() => document.querySelector('.page-body')?.textContent).toBe('new');
  expect(get).toHaveBeenCalledWith(file, { cache: 'no-store' });
  expect(document.getElementById('dev-problems')?.textContent).toBe('1 problema.md:1: Broken.');
});
