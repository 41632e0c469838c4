// @vitest-environment happy-dom
import fc from 'fast-check';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  AnswerLinksContext,
  AnswerMarkdown,
  createBlockReader,
  type LinkSite,
  linkTarget,
  plainText,
  sourceName,
} from './answer-markdown.tsx';

const site = { baseUrl: '/', url: 'https://docs.example', pages: new Map([['/docs/cli', { title: 'Command line' }]]) };

function html(text: string): string {
  return renderToStaticMarkup(
    <AnswerLinksContext value={{ site, follow: () => false }}>
      <AnswerMarkdown text={text} />
    </AnswerLinksContext>,
  );
}

/** Reports every observed element immediately, because elements have no layout in this environment: their `clientWidth` is 0. */
class ImmediateObserver {
  readonly #report: () => void;
  constructor(report: () => void) {
    this.#report = report;
  }
  observe(): void {
    this.#report();
  }
  disconnect(): void {}
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Returns the rendered elements in their own document. */
function elements(text: string): Element {
  const root = document.createElement('div');
  root.innerHTML = html(text);
  return root;
}

/** Returns the first element below the given ones that has the most elements in it. */
function elementsBelow(level: HTMLCollection): HTMLCollection {
  return Array.from(level).toSorted((a, b) => b.querySelectorAll('*').length - a.querySelectorAll('*').length)[0]!.children;
}

describe('Markdown of answers', () => {
  test.each([
    ['four columns', '| a | b | c | d |\n| - | - | - | - |\n| 1 | 2 | 3 | 4 |', true, ['a', 'b', 'c', 'd']],
    ['three columns with short texts', '| a | b | c |\n| - | - | - |\n| 1 | 2 | 3 |', false, ['a', 'b', 'c']],
    ['three columns with names', '| a | b | c |\n| - | - | - |\n| `1` | 2 | 3 |', true, ['a', 'b', 'c']],
    ['three columns with one long text', `| a | b | c |\n| - | - | - |\n| 1 | 2 | ${'long '.repeat(10)}|`, true, ['a', 'b', null]],
    [
      'three columns with two long texts',
      `| a | b | c |\n| - | - | - |\n| 1 | ${'long '.repeat(10)}| ${'long '.repeat(10)}|`,
      true,
      ['a', 'b', 'c'],
    ],
    ['two columns', `| a | b |\n| - | - |\n| \`1\` | ${'long '.repeat(10)}|`, false, ['a', null]],
  ])('a row of a table with %s is a card on a phone, with a label for each short text', (_name, table, isCards, labels) => {
    const shown = elements(table);
    expect(shown.querySelector('.ask-table')?.hasAttribute('data-cards')).toBe(isCards);
    expect([...shown.querySelectorAll('td')].map((cell) => cell.getAttribute('data-label'))).toEqual(labels);
  });

  test('paragraphs, emphasis, code, tables, and lists with their numbers are rendered', () => {
    expect(html('A **b** *c* `d`')).toBe('<p>A <strong>b</strong> <em>c</em> <code>d</code></p>');
    expect(html('3. x\n4. y')).toBe('<ol start="3"><li>x</li><li>y</li></ol>');
    expect(html('- a\n  - b')).toBe('<ul><li>a<ul><li>b</li></ul></li></ul>');
    const table = elements('| a | b |\n| - | -: |\n| 1 | `2` |');
    expect([...table.querySelectorAll('th, td')].map((cell) => cell.textContent)).toEqual(['a', 'b', '1', '2']);
    expect(table.querySelector('td:last-child')?.getAttribute('data-align')).toBe('right');
  });

  test('a hyphenated name in code does not wrap', () => {
    expect(html('`--no-restore-indices` and `ls --all x`')).toBe(
      '<p><code><span>--no-restore-indices</span></code> and <code>ls <span>--all</span> x</code></p>',
    );
  });

  test('heading levels start below the title and the question', () => {
    expect(html('# a\n\n### b')).toBe('<h4>a</h4><h5>b</h5>');
  });

  test('a paragraph of bold text is rendered as a heading, and the line above the links to other sections gets its own class', () => {
    expect(html('**Tags**\n\n**Tags** are labels.')).toBe(
      '<p class="ask-heading"><strong>Tags</strong></p><p><strong>Tags</strong> are labels.</p>',
    );
    expect(html('Also relevant:\n\n- a')).toBe('<p class="ask-also">Also relevant:</p><ul><li>a</li></ul>');
  });

  test('a scrollable block is focusable and has a name, and other blocks are not in the tab order', () => {
    vi.stubGlobal('ResizeObserver', ImmediateObserver);
    const width = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get');
    const regions = (scrollWidth: number) => {
      width.mockReturnValue(scrollWidth);
      const answer = document.createElement('div');
      const root = createRoot(answer);
      onTestFinished(() => act(() => root.unmount()));
      act(() =>
        root.render(
          <AnswerLinksContext value={{ site, follow: () => false }}>
            <AnswerMarkdown text={'```sh\nls -l\nx\n```\n\n| a | *b* |\n| - | - |'} />
          </AnswerLinksContext>,
        ),
      );
      return Array.from(answer.querySelectorAll('[tabindex], [role="region"]'), (region) => [
        region.getAttribute('tabindex'),
        region.getAttribute('role'),
        region.getAttribute('aria-label'),
      ]);
    };
    expect(regions(400)).toEqual([
      ['0', 'region', 'Code: ls -l'],
      ['0', 'region', 'Table: a, b'],
    ]);
    expect(regions(0)).toEqual([]);
  });

  test('R-602 a number with a link to a page becomes a citation with the names of the page and the section', () => {
    const mark = elements('A fact [1](/docs/cli#log-in:~:text=first,last).').querySelector('a');
    expect(mark?.className).toBe('ask-citation');
    expect(mark?.getAttribute('aria-label')).toBe('Source 1: Command line, log in');
    expect(mark?.getAttribute('href')).toBe('/docs/cli#log-in:~:text=first,last');
    expect(elements('```\nx\n```\n\n[1](/docs/cli)').querySelector('p.ask-source-alone > .ask-citation')).not.toBeNull();
    expect(html('A fact [1](/docs/gone).')).toBe('<p>A fact [1].</p>');
  });

  test('a link to another site opens a new tab and announces it', () => {
    expect(html('[x](https://example.org)')).toBe(
      '<p><a href="https://example.org/" target="_blank" rel="noopener noreferrer">x<span class="visually-hidden"> (opens in a new tab)</span></a></p>',
    );
  });
});

describe('R-214 R-412 hostile Markdown', () => {
  test.each([
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a <img src=x onerror=alert(1)> b', '<p>a &lt;img src=x onerror=alert(1)&gt; b</p>'],
    ['[x](javascript:alert(1))', '<p>x</p>'],
    ['[x](&#106;avascript:alert(1))', '<p>x</p>'],
    ['<javascript:alert(1)>', '<p>javascript:alert(1)</p>'],
    ['[x](data:text/html,y)', '<p>x</p>'],
    ['![words](https://evil.example/?secret)', '<p>words</p>'],
    ['[x][1]\n\n[1]: javascript:alert(1)', '<p>x</p>'],
    ['[gone](/docs/there-is-none)', '<p>gone</p>'],
  ])('%j', (text, expected) => expect(html(text)).toBe(expected));

  test.each(['> '.repeat(20_000), '- '.repeat(20_000), '*a **b '.repeat(200) + '** c*'.repeat(200)])(
    'elements are not nested so deeply that the browser crashes',
    (text) => {
      let depth = 0;
      for (let level = elements(`${text}x`).children; level.length > 0; depth++) level = elementsBelow(level);
      expect(depth).toBeLessThan(100);
    },
  );

  test('property: no text creates an element outside of Markdown or a script URL', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '[x](',
      ')',
      'javascript:',
      'data:',
      '`',
      '![',
      '"',
      '\n',
      '|',
      '- ',
      '&lt;',
      'onerror=',
      '<svg ',
      '\\',
    );
    const allowed = 'p,a,em,strong,code,pre,ul,ol,li,blockquote,h4,h5,h6,hr,br,div,table,thead,tbody,tr,th,td,span';
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const root = elements(pieces.join(''));
        // The buttons of code blocks are removed first, because happy-dom does not match a combinator within `:not()`.
        for (const button of root.querySelectorAll('.ask-code > button')) button.remove();
        expect(root.querySelector(`:not(${allowed})`)).toBeNull();
        for (const link of root.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^(https?:|mailto:|tel:|\/|#|\?)/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('streamed text', () => {
  const pieces = fc.array(
    fc.constantFrom(
      'One. ',
      'two',
      '\n',
      '\n\n',
      '- item',
      '1. step',
      '```',
      '    code',
      '| a | b |',
      '| - | - |',
      '# head',
      '> quote',
      '===',
      '*em*',
      '<b>',
    ),
    { maxLength: 30 },
  );

  test('property: streaming text in chunks gives the same blocks as parsing it at once', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const read = createBlockReader();
        let text = '';
        let last: readonly { type: string }[] = [];
        for (const part of parts) last = read((text += part));
        const plain = (blocks: typeof last) => JSON.stringify(blocks, (key, value: unknown) => (key === 'position' ? undefined : value));
        expect(plain(last)).toBe(plain(createBlockReader()(text)));
      }),
      { numRuns: 500 },
    );
  });

  test('finished blocks keep their identity, and a different text resets the parser', () => {
    const read = createBlockReader();
    const [first] = read('One.\n\nTwo');
    expect(read('One.\n\nTwo, and more.')[0]).toBe(first);
    expect(read('Else.').map(plainText)).toEqual(['Else.']);
  });

  test('a finished block is not parsed again', () => {
    const text = 'A paragraph of some words with `code` and a [link](/docs/cli).\n\n'.repeat(310);
    let parsed = 0;
    const read = createBlockReader((part) => {
      parsed += part.length;
      return createBlockReader()(part);
    });
    for (let end = 0; end <= text.length; end += 50) read(text.slice(0, end));
    // Each update parses only the last blocks: about two of 63 characters each.
    expect(parsed).toBeLessThan(4 * text.length);
  });
});

const linkSite: LinkSite = {
  baseUrl: '/base/',
  url: 'https://docs.example',
  pages: new Map([
    ['/docs/quickstart', { title: 'Quickstart' }],
    ['/guild', { title: null }],
    ['/', { title: null }],
  ]),
};
const page = (href: string, path: string, hash = '') => ({ kind: 'page', href, path, hash });
const elsewhere = (href: string) => ({ kind: 'elsewhere', href });
const none = { kind: 'none' };

describe('R-214 targets of links in an answer', () => {
  test.each([
    ['https://example.org/x?y#z', elsewhere('https://example.org/x?y#z')],
    ['http://example.org', elsewhere('http://example.org/')],
    ['mailto:a@example.org', elsewhere('mailto:a@example.org')],
    ['tel:+49123', elsewhere('tel:+49123')],
    ['//example.org/x', elsewhere('https://example.org/x')],
    ['#anchor', elsewhere('#anchor')],
    ['?q=x', elsewhere('?q=x')],
    ['javascript:alert(1)', none],
    ['JaVaScRiPt:alert(1)', none],
    ['java\nscript:alert(1)', none],
    [' javascript:alert(1)', none],
    ['data:text/html,<script>', none],
    ['vbscript:x', none],
    ['file:///etc/passwd', none],
    ['blob:https://docs.example/1', none],
    ['http://[', none],
  ])('%j', (target, expected) => expect(linkTarget(target, linkSite)).toEqual(expected));

  test('property: no text becomes a script URL', () => {
    const scheme = fc.constantFrom('javascript:', 'data:', 'vbscript:', 'file:', 'blob:');
    const noise = fc.string({ unit: fc.constantFrom('\u0000', '\t', '\n', ' ', '\u001f'), maxLength: 3 });
    fc.assert(
      fc.property(scheme, noise, fc.nat(12), fc.string(), (name, blank, at, rest) => {
        const place = at % name.length;
        expect(linkTarget(name.slice(0, place) + blank + name.slice(place) + rest, linkSite)).toEqual(none);
      }),
    );
  });
});

describe('R-412 links to pages of this site', () => {
  test.each([
    ['/base/docs/quickstart', page('/base/docs/quickstart', '/docs/quickstart')],
    ['docs/quickstart', page('/base/docs/quickstart', '/docs/quickstart')],
    ['/base/docs/quickstart.html?x=1#a', page('/base/docs/quickstart.html?x=1#a', '/docs/quickstart', '#a')],
    ['https://docs.example/base/guild/', page('/base/guild/', '/guild')],
    ['/base/docs/quickstart#a:~:text=b', page('/base/docs/quickstart#a:~:text=b', '/docs/quickstart', '#a:~:text=b')],
    ['/base/docs/there-is-none', none],
    ['/docs/quickstart', none],
    ['../../etc/passwd', none],
    ['/base/docs/%ff', none],
  ])('%s', (target, expected) => expect(linkTarget(target, linkSite)).toEqual(expected));

  test('every path is accepted until the list of pages is loaded', () => {
    expect(linkTarget('docs/x', { ...linkSite, pages: null })).toEqual(page('/base/docs/x', '/docs/x'));
  });

  test.each([
    '/.//example.org/x',
    '/%2Fexample.org/x',
    '/%5Cexample.org/x',
    '/%09/example.org/x',
    '/%0A%5Cexample.org/x',
    '/x/../%5C/example.org',
  ])('%s, whose path is the address of another host once it is decoded, is not a page', (target) =>
    expect(linkTarget(target, { ...linkSite, baseUrl: '/', pages: null })).toEqual(none),
  );
});

test.each([
  ['/docs/quickstart', '#before-you-start:~:text=x', 'Quickstart, before you start'],
  ['/docs/quickstart', '', 'Quickstart'],
  ['/guild', '#%C3%BCber_uns', '/guild, über uns'],
])('the name of a source contains the page and the section: %s%s', (path, hash, name) =>
  expect(sourceName({ path, hash }, linkSite.pages)).toBe(name),
);
