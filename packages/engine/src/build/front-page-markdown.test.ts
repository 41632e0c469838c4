import { expect, test } from 'vitest';
import { frontPageMarkdown } from './front-page-markdown.ts';

const markdown = (html: string): string => new TextDecoder().decode(frontPageMarkdown(html, 'https://docs.example.com'));

test('R-603 headings, text, lists, and links are kept, with absolute addresses', () => {
  const html =
    '<header><h1>Find data</h1><p>In <b>one</b> place.</p></header><ul><li><a href="/portal/docs/">Docs</a></li><li>More</li></ul>';
  expect(markdown(html)).toBe('# Find data\n\nIn **one** place.\n\n- [Docs](https://docs.example.com/portal/docs/)\n- More\n');
});

test('R-603 drawings, form fields, and hidden elements are left out', () => {
  const html =
    '<h2>A</h2><svg><text>no</text></svg><form><input><button>no</button></form><p hidden>no</p><p aria-hidden="true">no</p><p>yes</p>';
  expect(markdown(html)).toBe('## A\n\nyes\n');
});

test('R-603 adjacent elements are separated by a space', () => {
  expect(markdown('<p><a href="/a">A</a><a href="/b">B</a></p><li><b>Search</b><span>finds it</span></li>')).toBe(
    '[A](https://docs.example.com/a) [B](https://docs.example.com/b)\n\n- **Search** finds it\n',
  );
});
