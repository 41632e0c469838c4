// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true } }
import { beforeEach, describe, expect, test } from 'vitest';
import { applyStoredTabs, followStoredTabs } from './stored-tabs.ts';
import { startProse } from './start.ts';
import { reveal } from './reveal.ts';

startProse();

describe('tabs', () => {
  function tabs(id: string, group: string): string {
    const tab = (value: string) =>
      `<button role="tab" id="${id}-${value}" data-value="${value}" aria-selected="${value === 'mac'}">${value}</button>`;
    const panel = (value: string) =>
      `<div role="tabpanel" data-value="${value}" class="${value === 'mac' ? '' : 'inactive'}"><p id="${id}-in-${value}">x</p></div>`;
    return `<div class="tabs" data-group="${group}"><div role="tablist">${['mac', 'win'].map(tab).join('')}</div>${['mac', 'win'].map(panel).join('')}</div>`;
  }
  const selected = () => [...document.querySelectorAll('[aria-selected="true"]')].map((tab) => tab.id);
  const press = (id: string, key: string) =>
    document.getElementById(id)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

  followStoredTabs();

  beforeEach(() => {
    localStorage.clear();
    document.body.innerHTML = tabs('a', 'os') + tabs('b', 'os') + tabs('c', 'shell');
  });

  test('R-212 a selected tab is selected in all groups of the same name and stored', () => {
    document.getElementById('a-win')?.click();
    expect(selected()).toEqual(['a-win', 'b-win', 'c-mac']);
    expect(document.querySelector('#b-in-win')?.closest('[role=tabpanel]')?.className).toBe('');
    expect(localStorage.getItem('docusaurus.tab.os')).toBe('win');
  });

  test('R-212 the stored tab is selected, unless the group does not have it', () => {
    localStorage.setItem('docusaurus.tab.os', 'win');
    localStorage.setItem('docusaurus.tab.shell', 'beos');
    applyStoredTabs();
    expect(selected()).toEqual(['a-win', 'b-win', 'c-mac']);
  });

  test('R-212 a tab that is selected in another window is selected', () => {
    localStorage.setItem('docusaurus.tab.shell', 'win');
    window.dispatchEvent(new StorageEvent('storage', { key: 'docusaurus.tab.shell', newValue: 'win' }));
    expect(selected()).toEqual(['a-mac', 'b-mac', 'c-win']);
  });

  test('arrow keys, Home, and End move between tabs, once for each key press', () => {
    press('a-mac', 'ArrowRight');
    expect([selected()[0], document.activeElement?.id]).toEqual(['a-win', 'a-win']);
    press('a-win', 'ArrowRight');
    expect(selected()[0]).toBe('a-mac');
    press('a-mac', 'End');
    expect(selected()[0]).toBe('a-win');
    press('a-win', 'Home');
    expect(selected()[0]).toBe('a-mac');
  });

  test('R-104 a hash target in an inactive panel or closed details becomes visible, and nothing is stored', () => {
    const target = document.getElementById('a-in-win');
    expect(target && reveal(target)).toBe(true);
    expect(selected()[0]).toBe('a-win');
    expect(localStorage.length).toBe(0);
    document.body.innerHTML = '<details><p id="d">x</p></details>';
    const folded = document.getElementById('d');
    expect(folded && reveal(folded)).toBe(true);
    expect(document.querySelector('details')?.open).toBe(true);
  });
});

describe('pictures, diagrams, and videos', () => {
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
});
