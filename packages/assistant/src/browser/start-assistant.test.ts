// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { PAGE_SHOWN } from '@quire/engine/client/page-events.ts';
import { sampleSite } from '@quire/engine/model/testing/sample-site.ts';
import { SEARCHED_AGAIN } from '@quire/search/client';
import type { PageRatingWords } from './assistant-site.ts';
import { logSearchesAgain, start, startAssistant } from './start-assistant.ts';
import { sampleDialogSite } from './testing/sample-site.ts';

const open = vi.fn();
const load = vi.fn(async () => ({ open }));
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const button = () => document.querySelector('button');

// The listeners stay on the document, so one start serves all tests.
const openWith = startAssistant(load);

beforeEach(() => {
  document.body.innerHTML = '<button data-ask><span>Ask our AI</span></button><p>Text</p>';
  open.mockClear();
});

test('R-202 the button is busy while the dialog is fetched, a failure is reported, and the next click retries', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  load.mockRejectedValueOnce(new Error('missing chunk'));
  button()?.click();
  expect(button()?.ariaBusy).toBe('true');
  await quiet();
  expect(button()?.ariaBusy ?? null).toBeNull();
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'The assistant could not be fetched. Press the button again, or use the search.',
    expect.any(Error),
  );
  expect(open).not.toHaveBeenCalled();
  warn.mockRestore();
  load.mockClear();
});

test('R-401 the dialog is fetched once when the pointer reaches the button, and opens on click', async () => {
  document.querySelector('p')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  expect(load).not.toHaveBeenCalled();
  for (const type of ['pointerover', 'focusin']) document.querySelector('span')?.dispatchEvent(new Event(type, { bubbles: true }));
  await quiet();
  expect(open).not.toHaveBeenCalled();
  document.querySelector('p')?.click();
  document.querySelector('span')?.click();
  await quiet();
  expect([load.mock.calls.length, open.mock.calls.length]).toEqual([1, 1]);
});

test('text typed while the dialog is fetched is in its field, and keys have their own effects if it cannot be fetched', async () => {
  const { dataset } = document.documentElement;
  button()?.click();
  expect(dataset['typed']).toBe('');
  dataset['typed'] += 'helm';
  await quiet();
  expect(open).toHaveBeenCalledExactlyOnceWith(undefined, 'helm');
  expect(dataset['typed']).toBeUndefined();
});

test('a button in a form asks the question in the field of the form', async () => {
  document.body.innerHTML = '<form><input value=" how to restart "><button type="button" data-ask>Ask our AI</button></form>';
  button()?.click();
  await quiet();
  expect(open).toHaveBeenCalledExactlyOnceWith('how to restart', '');
});

test('openWith() opens the dialog and asks the given question', async () => {
  openWith('How do I start it?');
  await quiet();
  expect(open).toHaveBeenCalledExactlyOnceWith('How do I start it?', '');
});

test('R-601 abandoned searches are reported until the host turns out to be static', async () => {
  const request = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', request);
  logSearchesAgain('/rest/v1/searches_again');
  const search = async (): Promise<number> => {
    document.dispatchEvent(new CustomEvent(SEARCHED_AGAIN, { detail: 'kafka' }));
    await quiet();
    return request.mock.calls.length;
  };
  expect([await search(), await search()]).toEqual([1, 2]);
  request.mockResolvedValueOnce(new Response('', { status: 404 }));
  expect([await search(), await search()]).toEqual([3, 3]);
  vi.unstubAllGlobals();
});

test('after a failed request, the next page asks again whether ratings are stored', async () => {
  const request = vi.fn<typeof fetch>(async () => Response.json({ isKept: false }));
  request.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', request);
  const showPage = async (path: string): Promise<number> => {
    document.body.innerHTML = `<div data-page-rating="${path}"></div>`;
    document.dispatchEvent(new Event(PAGE_SHOWN));
    await quiet();
    return request.mock.calls.length;
  };
  const { assistant } = sampleDialogSite;
  const withRatings = { assistant: { ...assistant, pageRatings: {} as PageRatingWords } };
  const questions = () => ({ page: [], common: [] });
  start({ site: { ...sampleSite, plugins: withRatings }, followCitation: () => false, questions });
  expect([await showPage('/docs/a'), await showPage('/docs/b'), await showPage('/docs/c')]).toEqual([1, 2, 2]);
  vi.unstubAllGlobals();
});
