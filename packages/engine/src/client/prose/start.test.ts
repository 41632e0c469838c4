// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true } }
import { beforeEach, expect, test } from 'vitest';
import { startProse } from './start.ts';

startProse();
beforeEach(() => {
  document.body.innerHTML =
    '<a class="zoom" href="#a"><picture><source type="image/webp" srcset="a.webp 9w" sizes="46rem"><img src="a.png" sizes="46rem" alt="A chart"></picture></a>' +
    '<a class="zoom" href="#b" aria-label="Enlarge the picture"><img src="b.png" alt=""></a>';
});
const click = (place: number, keys: MouseEventInit = {}): boolean =>
  document.querySelectorAll('a.zoom img')[place]!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
const dialog = (): HTMLDialogElement | null => document.querySelector('dialog.zoomed');

test('a click shows the picture in a dialog that is labeled with its alternative text, until the next click', async () => {
  expect(click(0)).toBe(false);
  await expect.poll(() => dialog()?.open).toBe(true);
  expect(dialog()?.ariaLabel).toBe('A chart');
  expect([...(dialog()?.querySelectorAll('[sizes]') ?? [])].map((sized) => sized.getAttribute('sizes'))).toEqual(['100vw', '100vw']);
  dialog()?.querySelector('img')?.click();
  expect(dialog()).toBeNull();
});

test('a picture without alternative text has a labeled dialog, and a button closes it', async () => {
  click(1);
  await expect.poll(() => dialog()).not.toBeNull();
  expect(dialog()?.ariaLabel).toBe('Enlarged picture');
  expect(dialog()?.querySelector('button')?.ariaLabel).toBe('Close');
  dialog()?.querySelector('button')?.click();
  expect(dialog()).toBeNull();
});

test('the button of a diagram shows it in a dialog that is labeled with its alternative text', async () => {
  document.body.innerHTML =
    '<figure class="diagram"><svg role="img" aria-label="Two boxes"></svg><button class="diagram-enlarge">Enlarge the picture</button></figure>';
  document.querySelector<HTMLElement>('.diagram-enlarge')!.click();
  await expect.poll(() => dialog()?.open).toBe(true);
  expect(dialog()?.ariaLabel).toBe('Two boxes');
  expect(dialog()?.querySelector('svg')).not.toBeNull();
  dialog()?.querySelector('button')?.click();
  expect(dialog()).toBeNull();
});

test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('a click with %s is left to the browser', (key) => {
  expect(click(0, { [key]: true })).toBe(true);
  expect(dialog()).toBeNull();
});

test('a click replaces a video link with its player, and a click with a modifier key does not', () => {
  document.body.innerHTML = '<p><a data-embed="about:blank#player" href="#page">Watch the video on YouTube: Start</a></p>';
  const link = document.querySelector('a');
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(document.querySelector('iframe')).toBeNull();
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  link?.dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
  const frame = document.querySelector('iframe');
  expect([frame?.getAttribute('src'), frame?.title, document.querySelector('a')]).toEqual([
    'about:blank#player',
    'Watch the video on YouTube: Start',
    null,
  ]);
});
