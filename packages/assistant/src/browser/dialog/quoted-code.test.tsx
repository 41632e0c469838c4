// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { AnswerLinksContext, AnswerMarkdown } from './answer-markdown.tsx';
import { findCode, readBlocks } from './quoted-code.tsx';

const BODY =
  '<figure data-language="shell"><pre><code><span class="line"><span class="tk-function">pip </span>install x\n</span>y &lt; z</code></pre></figure>';

afterEach(() => vi.unstubAllGlobals());

test('findCode returns the highlighted tokens of the block with the same code, without line markup', () => {
  expect(findCode('pip install x\ny < z\n', readBlocks(BODY))?.tokens).toEqual([
    { text: 'pip ', kind: 'tk-function' },
    { text: 'install x\n', kind: '' },
    { text: 'y < z', kind: '' },
  ]);
  expect(findCode('pip install', readBlocks(BODY))).toBeNull();
});

test.each([
  ['its tab', '<div role="tabpanel" aria-label="curl"><figure data-language="shell"><pre><code>a</code></pre></figure></div>', 'curl'],
  ['its title', '<figure data-language="yaml"><figcaption>recipe.yml</figcaption><pre><code>a</code></pre></figure>', 'recipe.yml'],
  ['its language', '<figure data-language="python"><pre><code>a</code></pre></figure>', 'python'],
  ['no label for plain text', '<figure data-language="text"><pre><code>a</code></pre></figure>', ''],
])('the label of a block comes from %s', (_what, body, label) => expect(findCode('a', readBlocks(body))?.label).toBe(label));

/** Renders an answer, and returns it once the pages that it cites are loaded. */
async function rendered(text: string, sources?: readonly string[]): Promise<{ answer: HTMLElement; requests: string[] }> {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    return address.includes('gone') ? new Response('', { status: 404 }) : Response.json({ body: BODY });
  });
  const answer = document.createElement('div');
  const root = createRoot(answer);
  onTestFinished(() => act(() => root.unmount()));
  const site = { baseUrl: '/base/', url: 'https://docs.example', pages: null };
  await act(async () => {
    root.render(
      <AnswerLinksContext value={{ site, follow: () => false }}>
        <AnswerMarkdown text={text} {...(sources && { sources })} />
      </AnswerLinksContext>,
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
  return { answer, requests };
}

test('R-602 code quoted from a page gets the colors of that page, and each page is loaded once', async () => {
  const code = '```\npip install x\ny < z\n```';
  const { answer, requests } = await rendered(`${code}\n\n${code}\n\n[1](/base/docs/gone) [2](/base/docs/a#b)`);
  expect(requests).toEqual(['/base/docs/gone.json', '/base/docs/a.json']);
  expect([...answer.querySelectorAll('pre .tk-function')].map(({ textContent }) => textContent)).toEqual(['pip ', 'pip ']);
  expect(answer.querySelector('pre')?.textContent).toBe('pip install x\ny < z');
  expect(answer.querySelector('.ask-code-label')?.textContent).toBe('shell');
});

test('code that no cited page contains stays plain', async () => {
  const { answer } = await rendered('```\nother\n```\n\n[1](/base/docs/a)');
  expect(answer.querySelector('pre')?.innerHTML).toBe('<code>other</code>');
});

test('code is highlighted and labeled while the answer is streaming, before it cites the page', async () => {
  const { answer } = await rendered('```\npip install x\ny < z\n```\n\nThe next', ['/docs/a']);
  expect(answer.querySelector('pre .tk-function')?.textContent).toBe('pip ');
  expect(answer.querySelector('.ask-code-label')?.textContent).toBe('shell');
});
