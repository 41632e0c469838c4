// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { findPassage, parsePassageAddress, withoutPassage } from './passage.ts';

beforeEach(() => {
  document.body.innerHTML = `<div class="page-body">
    <h1>Delete metadata</h1><p>The same words stand here.</p>
    <h2 id="soft">Soft delete<a class="anchor" href="#soft">#</a></h2>
    <p>Hides  the
      entity; its <code>metadata</code> stays.</p><ul><li>First item</li><li>Second item</li></ul>
    <table><tbody><tr><td>--soft</td><td>hides it</td></tr></tbody></table>
    <h3 id="deeper">Deeper</h3><p>The same words stand here.</p></div>`;
});

function words(hash: string): string | null {
  const address = parsePassageAddress(hash);
  const range = address && findPassage(document.querySelector('.page-body') as Element, address);
  return range && range.toString().replaceAll(/\s+/g, ' ');
}

describe('R-602 the passage that an address names', () => {
  test.each([
    ['#soft:~:text=Hides%20the%20entity', 'Hides the entity'],
    ['#soft:~:text=hides%20THE%20entity', 'Hides the entity'],
    ['#soft:~:text=Hides%20the,metadata%20stays', 'Hides the entity; its metadata stays'],
    ['#soft:~:text=First%20item,Second%20item', 'First itemSecond item'],
    ['#soft:~:text=%2D%2Dsoft,hides%20it', '--softhides it'],
    ['#soft:~:text=before-,Hides%20the,-after', 'Hides the'],
    ['#:~:text=The%20same%20words', 'The same words'],
  ])('%s', (hash, expected) => expect(words(hash)).toBe(expected));

  test('is searched for in the section of the anchor first, then on the whole page', () => {
    const paragraphOf = (hash: string) => {
      const address = parsePassageAddress(hash);
      return address && findPassage(document.body, address)?.startContainer.parentElement?.previousElementSibling?.id;
    };
    expect(paragraphOf('#deeper:~:text=The%20same%20words')).toBe('deeper');
    expect(words('#soft:~:text=The%20same%20words')).toBe('The same words');
    expect(words('#there-is-none:~:text=Hides%20the')).toBe('Hides the');
  });

  test.each([
    '',
    '#soft',
    '#soft:~:text=',
    '#soft:~:text=%E0',
    '#soft:~:other=x',
    '#soft:~:text=not%20there',
    '#soft:~:text=Hides,not%20there',
  ])('is not found: %s', (hash) => expect(words(hash)).toBeNull());

  test('the link symbol of a heading is not part of its text', () => {
    expect(words('#soft:~:text=Soft%20delete%20Hides')).toBe('Soft delete#Hides'.replace('Hides', ' Hides'));
  });
});

test.each([
  ['https://docs.example/docs/x#a:~:text=b', 'https://docs.example/docs/x#a'],
  ['https://docs.example/docs/x#:~:text=b', 'https://docs.example/docs/x'],
  ['https://docs.example/docs/x', 'https://docs.example/docs/x'],
])('withoutPassage() changes %s to %s', (href, expected) => expect(withoutPassage(href)).toBe(expected));

test('offsets count UTF-16 code units: an emoji before or at the end of a passage does not shift it', () => {
  document.body.innerHTML = '<div class="page-body"><h2 id="x">X</h2><p>🎉🎉 Soft delete 🎉 hides it.</p></div>';
  expect(words('#x:~:text=Soft%20delete')).toBe('Soft delete');
  expect(words('#x:~:text=delete%20%F0%9F%8E%89')).toBe('delete 🎉');
});
