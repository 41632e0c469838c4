/** The assistant's dialog in Chromium, with a stub whose answers the tests define and with the site's own server. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApp } from '@quire/engine/server/app.ts';
import { listen, type RunningServer } from '@quire/engine/server/main.ts';
import type { SiteManifest } from '@quire/engine/server/site-manifest.ts';
import { violationsInBothModes } from '../a11y/violations.ts';
import { createCompletionStub, referencesOf, type CompletionStub, type StubbedAnswer } from './completion-stub.ts';
import { PHONE, WIDTHS, openAwake, place, resize, sites, useBrowser, wake } from './visit.ts';

const visit = useBrowser();
const FIELD = '.ask-dialog .ask-input';
const DOC = '/docs/quickstart';
/** A short page with questions, which needs less processor time than others, also in axe, which reads the page behind the dialog. */
const SHORT = '/docs/townhalls';
const SORRY = 'Sorry, I am not sure how to answer that.';
/** A passage from a section of the page. */
const PASSAGE = '/docs/quickstart#before-you-start:~:text=You%20need%20the%20following';
const ANSWER = `DataHub runs in containers [1](${PASSAGE}).\n\n1. Install the tool.\n2. Run \`datahub docker quickstart\`.\n\n| Port | Service |\n| --- | --- |\n| 9002 | web |\n\n\`\`\`shell\ndatahub docker quickstart\n\`\`\`\n`;
const GOOD: StubbedAnswer = { body: [referencesOf('quickstart.md', 'cli.md'), ANSWER] };
/** An answer that never ends. */
const SLOW: StubbedAnswer = { body: [referencesOf('quickstart.md'), 'The first half', new Promise(() => undefined)] };

let server: RunningServer;
let stub: CompletionStub;

beforeAll(async () => {
  const manifest = JSON.parse(await readFile(join(sites.ownBuild, 'manifest.json'), 'utf8')) as SiteManifest;
  stub = createCompletionStub(() => GOOD);
  const app = createApp({
    siteDir: join(sites.ownBuild, 'site'),
    manifest: { ...manifest, url: 'http://localhost' },
    log: () => undefined,
    now: Date.now,
    services: [stub.service],
    health: () => ({ status: 'ok', build: manifest.build, uptimeSeconds: 0 }),
  });
  server = await listen(app, { port: 0, host: '127.0.0.1', onStopping: () => undefined });
});
afterAll(() => server.close());
beforeEach(() => {
  stub.answer = () => GOOD;
  for (const list of [stub.asked, stub.logged, stub.left]) list.length = 0;
});

async function open(page: Page, address = server.url + SHORT): Promise<void> {
  await openAwake(page, address);
  await page.click('[data-ask]');
  await page.waitForSelector('.ask-dialog[open]');
}

async function ask(page: Page, question: string): Promise<void> {
  await page.fill(FIELD, question);
  await page.keyboard.press('Enter');
}

const done = (page: Page): Promise<unknown> => page.waitForSelector('.ask-turn[aria-busy="false"]');
const closed = (page: Page): Promise<unknown> => page.waitForSelector('.ask-dialog:not([open])', { state: 'attached' });
const focusedIs = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

describe('R-401 the button', () => {
  test('is in the navbar and after the footer of each kind of page', () =>
    visit({ expected: /404/ }, async ({ page }) => {
      for (const path of ['/', '/docs/', DOC, '/integrations', '/guild', '/search', '/docs/there-is-no-such-page']) {
        await page.goto(server.url + path);
        expect(await page.locator('.navbar button:has-text("Ask our AI")').isVisible(), path).toBe(true);
        expect(await page.locator('.footer + .ask-launcher button:has-text("Ask our AI")').isVisible(), path).toBe(true);
      }
    }));

  test('is missing without JavaScript', () =>
    visit({ javaScriptEnabled: false }, async ({ page }) => {
      await page.goto(server.url + DOC);
      expect(await page.locator('[data-ask]:visible').count()).toBe(0);
    }));

  test('opens the dialog as the first action on a page, and loads its script only then', () =>
    visit({}, async ({ page, requests }) => {
      await page.goto(server.url + DOC);
      expect(requests.filter((url) => /ask-dialog|assistant/.test(url))).toEqual([]);
      await page.click('[data-ask]');
      await page.waitForSelector('.ask-dialog[open]');
      expect(await focusedIs(page, FIELD)).toBe(true);
    }));

  test.each(['first', 'second'])('keeps the text that is typed while its scripts load, as the %s action on a page', (action) =>
    visit({ viewport: PHONE }, async ({ page }) => {
      for (const script of ['**/entry-*.js', '**/mount-assistant-*.js'])
        await page.route(script, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 300));
          await route.continue();
        });
      await page.goto(server.url + SHORT);
      if (action === 'second') await wake(page);
      await page.locator('.navbar [data-ask]').evaluate((button: HTMLElement) => button.focus());
      await page.keyboard.press('Enter');
      await page.keyboard.type('helm values', { delay: 60 });
      await page.waitForSelector('.ask-dialog[open]');
      await page.keyboard.type(' external');
      expect(await page.inputValue(FIELD)).toBe('helm values external');
    }),
  );

  test.each(WIDTHS)('covers no text at the end of the page at %s px', (_name, viewport) =>
    visit({ viewport }, async ({ page }) => {
      await page.goto(server.url + DOC);
      const covered = await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        const button = document.querySelector('.ask-launcher .ask-button')?.getBoundingClientRect();
        const range = document.createRange();
        return [...document.querySelectorAll('.footer :is(a, p, h2)')].filter((element) => {
          range.selectNodeContents(element);
          const text = range.getBoundingClientRect();
          return button && text.right > button.left && text.bottom > button.top && text.top < button.bottom;
        }).length;
      });
      expect(covered).toBe(0);
    }),
  );
});

describe('R-402 R-404 R-406 R-408 R-410 a question and its answer', () => {
  test('have the expected states, sources, requests, and log entries', () =>
    visit({}, async ({ page }) => {
      const consoleMessages: string[] = [];
      page.on('console', (message) => consoleMessages.push(message.text()));
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      stub.answer = () => ({ body: [held, referencesOf('quickstart.md', 'gone.md'), ANSWER] });
      await open(page);
      await ask(page, 'How do I start?');
      await page.waitForSelector('.ask-sources h3:text-is("Fetching relevant pages...")');
      expect(await page.locator('.ask-placeholder').isVisible()).toBe(true);
      release();
      await done(page);
      expect(await page.innerText('.ask-sources h3')).toBe('Answer generated from the following pages:');
      expect(await page.locator('.ask-sources a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([DOC]);
      expect(await page.innerText('.ask-source-path')).toBe('quickstart');
      expect(await page.locator('.ask-sources li').evaluate((item) => getComputedStyle(item).animationName)).toBe('ask-source');
      expect(Object.keys(stub.asked[0] ?? {}).toSorted()).toEqual(
        [
          'prompt projectKey iDontKnowMessage model promptTemplate temperature topP frequencyPenalty presencePenalty',
          'maxTokens sectionsMatchCount sectionsMatchThreshold',
        ]
          .join(' ')
          .split(' ')
          .toSorted(),
      );
      expect(stub.asked[0]).toMatchObject({ prompt: 'How do I start?', model: 'gpt-4', maxTokens: 500 });
      await page.click('[aria-label="Thumbs up"]');
      await page.waitForSelector('.ask-feedback:has-text("Thanks for your feedback!")');
      await page.waitForFunction(() => document.activeElement?.textContent === 'Thanks for your feedback!');
      await expect
        .poll(() => stub.logged)
        .toEqual([
          { body: { query: 'How do I start?' }, prefer: 'return=minimal', key: expect.stringMatching(/./) },
          { body: { query: 'How do I start?', result_rating: 'positive' }, prefer: 'return=minimal', key: expect.stringMatching(/./) },
        ]);
      await expect.poll(() => consoleMessages).toEqual(expect.arrayContaining(['Logged query', 'Logged feedback']));
    }));

  test('a follow-up question includes the conversation, and the panel of sources looks inactive if its answer cites no pages', () =>
    visit({}, async ({ page }) => {
      const weight = () => page.locator('.ask-sources h3').evaluate((title) => getComputedStyle(title).fontWeight);
      await open(page);
      await ask(page, 'How do I start?');
      await done(page);
      expect(await weight()).toBe('500');
      stub.answer = () => ({ body: [referencesOf(), ANSWER] });
      await ask(page, 'And how do I stop it?');
      await page.waitForSelector('.ask-turn:nth-of-type(2)[aria-busy="false"]');
      expect(stub.asked[1]?.['conversation']).toEqual([{ question: 'How do I start?', answer: ANSWER }]);
      expect(await page.locator('.ask-question').allInnerTexts()).toEqual(['How do I start?', 'And how do I stop it?']);
      await page.waitForSelector('.ask-sources h3:text-is("This answer cites no pages.")');
      expect(await weight()).toBe('400');
    }));

  test('the answer area scrolls with the text unless the reader has scrolled up', () =>
    visit({ viewport: { width: 390, height: 600 } }, async ({ page }) => {
      const lines = Array.from({ length: 30 }, (_, line) => `Line ${line}.\n\n`);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      stub.answer = () => ({ body: [referencesOf('quickstart.md'), ...lines.slice(0, 20), held, ...lines.slice(20)] });
      await open(page);
      await ask(page, 'Tell me all');
      await page.waitForSelector('.ask-answer:has-text("Line 19.")');
      const fromEnd = () =>
        page.evaluate(() => {
          const body = document.querySelector('.ask-body');
          return body ? body.scrollHeight - body.scrollTop - body.clientHeight : -1;
        });
      await page.waitForFunction(() => (document.querySelector('.ask-body')?.scrollTop ?? 0) > 100);
      await expect.poll(fromEnd).toBeLessThan(60);
      // The scroll event follows in the next frame.
      await page.evaluate(() => {
        document.querySelector('.ask-body')?.scrollTo(0, 0);
        return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
      release();
      await done(page);
      await page.waitForSelector('.ask-answer:has-text("Line 29.")');
      expect(await page.evaluate(() => document.querySelector('.ask-body')?.scrollTop)).toBe(0);
    }));

  test('a complete long answer is scrolled to its question', () =>
    visit({ viewport: { width: 390, height: 600 } }, async ({ page }) => {
      const lines = Array.from({ length: 30 }, (_, line) => `Line ${line}.\n\n`);
      stub.answer = () => ({ body: [referencesOf('quickstart.md'), ...lines] });
      await open(page);
      await ask(page, 'Tell me all');
      await done(page);
      await page.waitForFunction(() => document.querySelector('.ask-turn')?.textContent?.includes('Line 29.'));
      const below = () =>
        page.evaluate(() => {
          const top = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN;
          return top('.ask-question') - top('.ask-body');
        });
      expect(await below()).toBeGreaterThanOrEqual(0);
      expect(await below()).toBeLessThan(40);
    }));
});

test('R-607 the keyboard scrolls a long answer from the field and from its region, whose ring is visible', () =>
  visit({ viewport: { width: 1440, height: 700 } }, async ({ page }) => {
    stub.answer = () => ({ body: [referencesOf('quickstart.md'), ...Array.from({ length: 60 }, (_, line) => `Line ${line}.\n\n`)] });
    await open(page);
    await ask(page, 'Tell me all');
    await page.waitForSelector('.ask-feedback');
    const top = () => page.evaluate(() => document.querySelector('.ask-body')?.scrollTop ?? 0);
    expect([await top(), await focusedIs(page, FIELD)]).toEqual([0, true]);
    await page.keyboard.press('PageDown');
    const page1 = await top();
    expect(page1).toBeGreaterThan(100);
    await page.keyboard.press('ArrowDown');
    expect(await top()).toBe(page1 + 40);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    expect(await top()).toBe(0);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab');
    expect(await focusedIs(page, '.ask-body')).toBe(true);
    expect(await page.locator('.ask-body').evaluate((area) => getComputedStyle(area).outlineStyle)).toBe('solid');
    await page.keyboard.press('PageDown');
    await expect.poll(top).toBeGreaterThan(100);
  }));

test('R-402 on a phone, code fills its frame and fades out before the copy button, and a refusal is shown in full, with its empty panel of sources only for screen readers', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await open(page);
    await ask(page, 'How do I start?');
    await page.waitForSelector('.ask-feedback');
    await page.waitForSelector('.ask-sources a');
    const sizes = await page.locator('.ask-code').evaluate((frame) => {
      const fade = getComputedStyle(frame, '::after');
      return {
        frame: [frame.clientWidth, frame.clientHeight],
        code: frame.querySelector('pre')?.offsetWidth,
        fade: [Number.parseFloat(fade.width), Number.parseFloat(fade.height)],
        button: frame.querySelector('button')?.offsetWidth ?? Number.POSITIVE_INFINITY,
        background: fade.backgroundImage,
      };
    });
    expect(sizes.code).toBe(sizes.frame[0]);
    expect(sizes.fade[0]).toBeGreaterThan(sizes.button);
    expect(sizes.fade[1]).toBe(sizes.frame[1]);
    expect(sizes.background).toContain('linear-gradient');
    stub.answer = () => ({ body: [referencesOf(), SORRY] });
    await ask(page, 'Who won?');
    await page.waitForSelector('.ask-turn[data-refused] .ask-feedback');
    expect(await page.textContent('.ask-sources h3')).toBe('No page answers this question.');
    const edges = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return { body: box('.ask-body').bottom, rating: box('.ask-feedback').bottom, footnote: box('.ask-footnote').top };
    });
    expect(edges.rating).toBeLessThanOrEqual(edges.body);
    expect(edges.body).toBe(edges.footnote);
  }));

test.each(WIDTHS)('R-402 a row of a wide table is a card, which a long name does not leave: %s px', (_name, viewport) =>
  visit({ viewport }, async ({ page }) => {
    const rows = ['host_port', 'section.'.repeat(20)].map(
      (name) => `| \`${name}\` | none | Account that signs in to the source and may read ${name} |`,
    );
    const table = ['| Option | Default | What it does |', '| --- | --- | --- |', ...rows].join('\n');
    stub.answer = () => ({ body: [referencesOf('quickstart.md'), `Options:\n\n${table}\n`] });
    await open(page);
    await ask(page, 'Which options?');
    await page.waitForSelector('.ask-feedback');
    const cards = await page.locator('.ask-table tbody tr').evaluateAll((all) =>
      all.map((row) => ({
        overflow:
          Math.max(...Array.from(row.querySelectorAll('td, code'), (part) => part.getBoundingClientRect().right)) -
          row.getBoundingClientRect().right,
        text: (row.lastElementChild as HTMLElement).clientWidth / row.clientWidth,
        label: getComputedStyle(row.children[1] ?? row, '::before').content,
      })),
    );
    expect(cards).toHaveLength(2);
    for (const { overflow, text, label } of cards) {
      expect(overflow).toBeLessThanOrEqual(0);
      expect(text).toBeGreaterThan(0.9);
      expect(label).toContain('Default');
    }
  }),
);

test('R-402 on a phone, the result of copying code is beside the button without moving the text', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    // Chromium only lets the focused page copy, and pages of other tests may take the focus.
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => undefined } }));
    stub.answer = () => ({ body: [referencesOf('quickstart.md'), 'Run:\n\n```shell\none\ntwo\n```\n'] });
    await open(page);
    await ask(page, 'Which command?');
    await page.waitForSelector('.ask-feedback');
    const boxes = () =>
      page.locator('.ask-code').evaluate((frame) => {
        const box = (selector: string) => frame.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
        return {
          height: frame.clientHeight,
          icon: middle(box('.icon')) - middle(box('.ask-code-label')),
          button: box('button'),
          label: box('.ask-code-label'),
          status: box('[role="status"]'),
        };
      });
    const before = await boxes();
    expect(Math.abs(before.icon)).toBeLessThanOrEqual(1);
    expect(before.button.bottom).toBeLessThanOrEqual(before.label.bottom);
    await page.click('.ask-code button');
    await page.waitForSelector('.ask-code [role="status"]:not(:empty)');
    const after = await boxes();
    expect(after.height).toBe(before.height);
    expect(after.status.right).toBeLessThanOrEqual(after.button.left + 2);
    expect(after.status.bottom).toBeLessThanOrEqual(after.label.bottom);
    expect(after.button.left - after.status.right).toBeLessThan(8);
  }));

describe('R-403 ending an answer', () => {
  test('Stop and Escape abort the request; Stop keeps the received text, and Escape closes the dialog and restores the focus', () =>
    visit({}, async ({ page }) => {
      stub.answer = () => SLOW;
      await open(page);
      await ask(page, 'slow');
      await page.waitForSelector('.ask-answer:has-text("The first half")');
      await page.click('[aria-label="Stop"]');
      expect(await page.innerText('.ask-notice p')).toBe('You stopped this answer.');
      expect(await page.innerText('.ask-answer')).toBe('The first half');
      await expect.poll(() => stub.left).toEqual(['slow']);
      await ask(page, 'another');
      await page.waitForSelector('.ask-turn[aria-busy="true"] .ask-answer:has-text("The first half")');
      await page.keyboard.press('Escape');
      await closed(page);
      await expect.poll(() => stub.left).toEqual(['slow', 'another']);
      expect(await focusedIs(page, '[data-ask]')).toBe(true);
    }));

  test('a new question during an answer replaces that answer', () =>
    visit({}, async ({ page }) => {
      stub.answer = ({ prompt }) => (prompt === 'third' ? GOOD : SLOW);
      await open(page);
      await ask(page, 'slow');
      await page.waitForSelector('.ask-answer:has-text("The first half")');
      await ask(page, 'second');
      await ask(page, 'third');
      await page.waitForSelector('.ask-question:text-is("third")');
      await done(page);
      expect(stub.asked.map(({ prompt }) => prompt)).toContain('third');
      expect(await page.locator('.ask-question').allInnerTexts()).toEqual(['third']);
      expect(await page.locator('.ask-turn').count()).toBe(1);
    }));

  test('R-201 the dialog opens without an error on a page that is already hydrated, and going back closes it', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, `${server.url}/docs/`);
      await page.click(`main a[href="${DOC}"]`);
      await page.waitForURL(`**${DOC}`);
      await page.keyboard.press('End');
      await page.click('[data-ask]');
      await page.waitForSelector('.ask-dialog[open]');
      await page.evaluate(() => history.back());
      await closed(page);
      expect(place(page)).toBe(DOC);
    }));
});

describe('R-409 no answer', () => {
  test('each status of a refused request is explained', () =>
    visit({ expected: /the reason|status of/ }, async ({ page, problems }) => {
      await open(page);
      for (const [status, headers, sentence] of [
        [400, {}, 'The assistant could not process this question. Rephrase it and ask again.'],
        [413, {}, 'The question is too long: at most 2,000 characters are read. Shorten it, then ask again.'],
        [429, { 'Retry-After': '30' }, 'Too many questions came from here in a short time. Ask again in 30 seconds.'],
        [500, {}, 'The assistant is not working right now. Ask again in a little while.'],
        [503, { 'Retry-After': '120' }, 'The assistant is busy. Ask again in 2 minutes.'],
      ] as const) {
        stub.answer = () => ({ status, headers, body: [`the reason of ${status}`] });
        await ask(page, `q ${status}`);
        const turn = page.locator('.ask-turn[aria-busy="false"]', { hasText: `q ${status}` });
        await turn.waitFor();
        expect([await turn.locator('.ask-answer').innerText(), await turn.locator('.ask-notice p').innerText()]).toEqual([SORRY, sentence]);
        // The empty panel of sources takes no space.
        expect((await page.locator('.ask-sources').boundingBox())?.height, `${status}`).toBe(1);
        expect(problems.consoleErrors).toContain(`the reason of ${status}`);
      }
    }));

  test('an empty body and a response without text after the marker show the “I don’t know” message with the cause and a retry', () =>
    visit({ expected: /empty|without a body/ }, async ({ page }) => {
      await open(page);
      for (const [question, answer] of [
        ['nothing', {}],
        ['no text', { body: [referencesOf('quickstart.md')] }],
      ] as const) {
        stub.answer = () => answer;
        await ask(page, question);
        const turn = page.locator('.ask-turn[aria-busy="false"]', { hasText: question });
        await turn.waitFor();
        expect(await turn.locator('.ask-answer').innerText(), question).toBe(SORRY);
        expect(await turn.locator('.ask-notice p').innerText()).toBe(
          'The assistant is not working right now. Ask again in a little while.',
        );
        // Nothing was looked up, so there is neither a verdict about the documentation nor an answer to rate.
        expect(await page.innerText('.ask-sources h3')).not.toBe('No page answers this question.');
        expect(await turn.locator('.ask-feedback').count()).toBe(0);
        stub.answer = () => ({ body: [referencesOf('quickstart.md'), `The answer to ${question}.`] });
        await turn.locator('.ask-notice button:has-text("Ask again")').click();
        await page.waitForSelector(`.ask-answer:has-text("The answer to ${question}.")`);
      }
    }));

  test('the received text of an interrupted stream remains', () =>
    visit({ expected: /network|ERR_/i }, async ({ page }) => {
      // The server logs the error that the test causes.
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      stub.answer = () => ({ body: [referencesOf('quickstart.md'), 'The first half', held, null] });
      await open(page);
      await ask(page, 'q');
      await page.waitForSelector('.ask-answer:has-text("The first half")');
      release();
      await done(page);
      expect(await page.innerText('.ask-answer')).toBe('The first half');
      expect(await page.innerText('.ask-notice p')).toBe(
        'The connection broke off before the answer was complete. Ask again to get all of it.',
      );
      logged.mockRestore();
    }));

  test('a failed question can be retried when the network is back', () =>
    visit({ expected: /fetch|ERR_INTERNET/ }, async ({ page }) => {
      await open(page);
      await page.context().setOffline(true);
      await ask(page, 'q');
      await page.waitForSelector(
        '.ask-notice p:text-is("The answer could not be fetched. Check your network connection, then ask again.")',
      );
      await page.context().setOffline(false);
      await page.click('.ask-notice button');
      await page.waitForSelector('.ask-feedback');
    }));
});

test('R-214 R-412 hostile answers and the stream marker in a question have no effect, and a question that is too long is refused', () =>
  visit({}, async ({ page, requests }) => {
    const hostile =
      '<script>window.hit=1</script>\n\n<img src=x onerror="window.hit=1"> [a](javascript:window.hit=1) ![b](https://evil.example/x.png) [c](data:text/html,x) [d](/docs/there-is-none)';
    stub.answer = () => ({ body: [referencesOf('__proto__', '../../x'), hostile] });
    await open(page);
    await ask(page, '___START_RESPONSE_STREAM___ and more');
    await done(page);
    expect(await page.innerText('.ask-question')).toBe('___START_RESPONSE_STREAM___ and more');
    expect(await page.locator('.ask-answer :is(a, img, script)').count()).toBe(0);
    expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined();
    expect(requests.filter((url) => url.includes('evil'))).toEqual([]);
    await ask(page, 'x'.repeat(2001));
    expect(await page.innerText('.ask-dialog [role="alert"]')).toMatch(/^The question is too long/);
    expect(stub.asked).toHaveLength(1);
  }));

describe('R-602 a source leads to the passage', () => {
  const marked = (page: Page): Promise<string> =>
    page.evaluate(async () => {
      const end = performance.now() + 3000;
      while (!CSS.highlights.has('passage') && performance.now() < end) await new Promise(requestAnimationFrame);
      return [...(CSS.highlights.get('passage') ?? [])].join('');
    });
  const isInView = (page: Page): Promise<boolean> =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('passage') ?? [];
      const { top = -1, bottom = Infinity } = range instanceof Range ? range.getBoundingClientRect() : {};
      return top > 0 && bottom < innerHeight;
    });

  test.each([
    ['another page', '/docs/cli'],
    ['the page itself', DOC],
  ])('from %s', (_where, path) =>
    visit({ viewport: { width: 1440, height: 500 } }, async ({ page }) => {
      await open(page, server.url + path);
      await ask(page, 'q');
      await page.click('.ask-citation');
      await closed(page);
      expect(await marked(page)).toBe('You need the following');
      expect(await isInView(page)).toBe(true);
      expect(place(page)).toBe(`${DOC}#before-you-start`);
      expect(await focusedIs(page, '#before-you-start')).toBe(true);
    }),
  );

  test('a source in a new tab uses a text fragment, and a link of the sources panel closes the dialog and shows the page', () =>
    visit({}, async ({ page }) => {
      await open(page);
      await ask(page, 'q');
      await done(page);
      // The address of the link counts, because the headless shell sometimes loses the first navigation of a new tab.
      expect(await page.getAttribute('.ask-citation', 'href')).toMatch(/\/docs\/quickstart#before-you-start:~:text=/);
      // The browser opens the tab if no listener prevents it.
      await page.evaluate(() => addEventListener('click', (event) => Reflect.set(window, 'prevented', event.defaultPrevented)));
      await page.click('.ask-citation', { modifiers: ['ControlOrMeta'] });
      expect(await page.evaluate(() => Reflect.get(window, 'prevented'))).toBe(false);
      expect(await page.locator('.ask-dialog[open]').count()).toBe(1);
      await page.click('.ask-sources a[href="/docs/cli"]');
      await closed(page);
      await page.waitForURL('**/docs/cli');
    }));
});

describe('R-607 accessibility', () => {
  test.each(WIDTHS)('axe finds no violation in any state: %s px', (_width, viewport) =>
    visit({ viewport, reducedMotion: 'reduce', expected: /status of|busy/ }, async ({ page }) => {
      await open(page);
      expect(await violationsInBothModes(page)).toEqual([]);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      stub.answer = () => ({ ...SLOW, body: [held, ...(SLOW.body ?? [])] });
      await ask(page, 'slow');
      await page.waitForSelector('.ask-placeholder');
      expect(await violationsInBothModes(page, '.ask-dialog')).toEqual([]);
      release();
      await page.waitForSelector('.ask-answer:has-text("The first half")');
      expect(await violationsInBothModes(page, '.ask-dialog')).toEqual([]);
      stub.answer = () => GOOD;
      await ask(page, 'good');
      await page.waitForSelector('.ask-feedback');
      expect(await violationsInBothModes(page, '.ask-dialog')).toEqual([]);
      stub.answer = () => ({ status: 503, body: ['busy'] });
      await ask(page, 'x'.repeat(2001));
      expect(await violationsInBothModes(page, '.ask-dialog')).toEqual([]);
      await ask(page, 'busy');
      await page.waitForSelector('.ask-notice');
      expect(await violationsInBothModes(page, '.ask-dialog')).toEqual([]);
    }),
  );

  test('Tab moves a visible focus through the dialog in order and does not leave it, at both widths', () =>
    visit({}, async ({ page }) => {
      await open(page);
      await ask(page, 'q');
      await page.waitForSelector('.ask-feedback');
      for (const [width, viewport] of WIDTHS) {
        await resize(page, viewport);
        await page.focus(FIELD);
        const stops: { order: number; ring: boolean; inside: boolean }[] = [];
        for (let step = 0; step < 12; step += 1) {
          await page.keyboard.press('Tab');
          stops.push(
            await page.evaluate(() => {
              const element = document.activeElement ?? document.body;
              const style = getComputedStyle(element);
              return {
                order: [...document.querySelectorAll('*')].indexOf(element),
                ring: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
                inside: element.closest('.ask-dialog') !== null || element === document.body,
              };
            }),
          );
        }
        const walk = stops.slice(0, 9);
        expect(
          walk.map(({ order }) => order),
          width,
        ).toEqual(walk.map(({ order }) => order).toSorted((a, b) => a - b));
        expect(
          walk.every(({ ring }) => ring),
          width,
        ).toBe(true);
        expect(
          stops.every(({ inside }) => inside),
          width,
        ).toBe(true);
      }
    }));

  test('at 320 px, at 200 % zoom, and with the keyboard of a phone, the dialog does not overflow at the sides, and the whole answer is reachable', () =>
    visit({ viewport: PHONE }, async ({ page }) => {
      await open(page);
      await ask(page, 'How do I start?');
      await page.waitForSelector('.ask-feedback');
      for (const [name, viewport] of [
        ['320 px', { width: 320, height: 640 }],
        ['200 % zoom', { width: 720, height: 450 }],
        ['the keyboard of a phone', { width: 390, height: 380 }],
      ] as const) {
        await resize(page, viewport);
        const sideways = await page.evaluate(() => {
          const frame = document.querySelector('.ask-frame');
          const width = document.documentElement.clientWidth;
          const cut = [...(frame?.querySelectorAll('button, input, a, p, h3') ?? [])].filter((element) => {
            const { right, left } = element.getBoundingClientRect();
            return !element.closest('pre, .ask-table, .visually-hidden, .ask-citation') && (right > width + 1 || left < -1);
          });
          return cut.map((element) => element.outerHTML.slice(0, 80));
        });
        expect(sideways, name).toEqual([]);
        await page.locator('.ask-footnote a').last().scrollIntoViewIfNeeded();
        // Only waits until a click would reach the button.
        await page.click('[aria-label="Thumbs up"]', { trial: true });
      }
      await page.click('[aria-label="Thumbs up"]');
    }));
});

test('R-411 R-601 the site’s own server refuses questions that the documentation does not answer, and answers others with links to its sources', () =>
  visit({}, async ({ page }) => {
    await open(page, `${sites.own}${SHORT.slice(1)}`);
    await ask(page, 'Who won the football world cup in 1974?');
    await done(page);
    expect(await page.innerText('.ask-answer')).toContain(SORRY);
    await ask(page, 'How do I delete a dataset?');
    const turn = page.locator('.ask-turn[aria-busy="false"]', { hasText: 'How do I delete a dataset?' });
    await turn.locator('.ask-feedback').waitFor();
    expect(await turn.locator('.ask-citation').count()).toBeGreaterThan(0);
    expect(await page.locator('.ask-sources a').count()).toBeGreaterThan(0);
    await turn.locator('.ask-citation').first().click();
    await closed(page);
    await page.waitForFunction(() => CSS.highlights.has('passage'));
  }));
