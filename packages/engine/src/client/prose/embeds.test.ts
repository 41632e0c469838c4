// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true } }
import { expect, test } from 'vitest';
import { startProse } from './start.ts';

startProse();

test('a click replaces a link with the frame of its player; with a modifier key it stays a link', () => {
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
