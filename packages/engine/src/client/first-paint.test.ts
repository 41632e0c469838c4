// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { firstPaintScript } from './first-paint.ts';

const mode = { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: false } as const;
const html = document.documentElement;

const add = window.addEventListener.bind(window);
const added: [string, EventListener][] = [];
vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
  added.push([type, listener as EventListener]);
  add(type, listener as EventListener, true);
});

function run(source: string): void {
  new Function(source)();
}

beforeEach(() => {
  for (const [type, listener] of added.splice(0)) window.removeEventListener(type, listener, true);
  localStorage.clear();
  for (const name of [...html.attributes].map((attribute) => attribute.name)) html.removeAttribute(name);
  document.body.innerHTML = '';
});

test.each([
  [null, 'light'],
  ['dark', 'dark'],
  ['pink', 'light'],
])('R-211 the stored theme %s gives %s', (stored, expected) => {
  if (stored) localStorage.setItem('theme', stored);
  run(firstPaintScript(mode, null, '/'));
  expect([html.className, html.dataset['theme']]).toEqual(['js', expected]);
});

test('R-211 with respectPrefersColorScheme, the system preference applies until the reader selects a mode', () => {
  const dark = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  const source = firstPaintScript({ ...mode, respectPrefersColorScheme: true }, null, '/');
  run(source);
  expect(html.dataset['theme']).toBe('dark');
  localStorage.setItem('theme', 'light');
  run(source);
  expect(html.dataset['theme']).toBe('light');
  dark.mockRestore();
});

test('R-211 a tab without user intent follows the mode selected in another tab, and the system until then', () => {
  const system: { matches: boolean; onchange?: () => void } = { matches: false };
  const spy = vi.spyOn(window, 'matchMedia').mockReturnValue(system as unknown as MediaQueryList);
  run(firstPaintScript({ ...mode, respectPrefersColorScheme: true }, null, '/'));
  system.matches = true;
  system.onchange?.();
  expect(html.dataset['theme']).toBe('dark');
  localStorage.setItem('theme', 'light');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }));
  expect(html.dataset['theme']).toBe('light');
  system.onchange?.();
  expect(html.dataset['theme']).toBe('light');
  spy.mockRestore();
});

test('R-211 without respectPrefersColorScheme, the system preference is ignored', () => {
  run(firstPaintScript(mode, null, '/'));
  localStorage.setItem('theme', 'dark');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
  expect(html.dataset['theme']).toBe('dark');
  expect(firstPaintScript(mode, null, '/')).not.toContain('matchMedia');
});

test('R-210 a dismissal applies only to a closeable bar with the same id', () => {
  localStorage.setItem('docusaurus.announcement.dismiss', 'true');
  localStorage.setItem('docusaurus.announcement.id', 'one');
  run(firstPaintScript(mode, { id: 'two', isCloseable: true }, '/'));
  run(firstPaintScript(mode, { id: 'one', isCloseable: false }, '/'));
  expect(html.dataset['announcement']).toBeUndefined();
  run(firstPaintScript(mode, { id: 'one', isCloseable: true }, '/'));
  expect(html.dataset['announcement']).toBe('dismissed');
});

test('R-213 a storage that throws does not stop the script', () => {
  const get = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('denied');
  });
  run(firstPaintScript(mode, { id: 'one', isCloseable: true }, '/'));
  expect(html.dataset['theme']).toBe('light');
  get.mockRestore();
});

test('R-209 a stylesheet that fails to load shows one banner with both base URLs', () => {
  Object.defineProperty(document, 'readyState', { value: 'interactive', configurable: true });
  history.replaceState(null, '', '/elsewhere/guild');
  run(firstPaintScript(mode, null, '/wrong/'));
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  document.body.append(link);
  link.dispatchEvent(new Event('error'));
  link.dispatchEvent(new Event('error'));
  const banners = document.querySelectorAll('#base-url-banner');
  expect(banners).toHaveLength(1);
  expect(banners[0]?.textContent).toContain('did not load properly. The configured base URL is /wrong/');
  expect(banners[0]?.textContent).toContain(' try /elsewhere/guild/ instead.');
});

test('the script has at most 1 KB and contains no end tag of its element', () => {
  const source = firstPaintScript({ ...mode, respectPrefersColorScheme: true }, { id: '</script>', isCloseable: true }, '/docs-site/');
  expect(source.length).toBeLessThanOrEqual(1024);
  expect(source).not.toContain('</script');
});
