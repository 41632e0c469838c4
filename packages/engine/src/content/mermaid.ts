/**
 * Draws Mermaid diagrams during the build. Mermaid needs a browser to measure text, so the build starts Chromium for the first diagram that is
 * not in the cache. The packages `mermaid` and `playwright-core` are optional: a site without diagrams needs neither.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

import type { Element, ElementContent, Root } from 'hast';
import type * as Playwright from 'playwright-core';
import pLimit from 'p-limit';
import { z } from 'zod';

import { createTranslate } from '#model/interface-words.ts';
import { withBase } from '#model/url.ts';

import { fenceOf } from './code-blocks.ts';
import type { TransformContext } from './document.ts';
import { writeFileAtomic } from './files.ts';
import { findChromium } from './find-chromium.mjs';
import { createElement, visitElements } from './html-tree.ts';
import type { PublishDrawing } from './drawings.ts';
import { PLAIN } from './plain-svg.ts';

export interface Diagram {
  /** In CSS pixels. */
  width: number;
  height: number;
  /** The author's `accTitle` and `accDescr`, or the text in the diagram if both are missing. */
  alt: string;
  /** Absolute paths of the SVG files. */
  light: string;
  dark: string;
}

/** Draws a diagram. @returns the diagram, or the reason for the failure with the fix, for the author */
export type DrawDiagram = (code: string) => Promise<Diagram | { error: string }>;

/** Kind of the problem of diagrams that were not drawn. Pages with such a problem are compiled again in the next build, because a browser may be installed by then. */
export const UNDRAWN_DIAGRAMS = 'Mermaid diagrams are shown as their source';

const LANGUAGE = 'mermaid';
const FOLDER = '/assets/images/diagram-';
/** Part of the cache key. Change it whenever you change the options or the sanitizing below. */
const REVISION = 5;
const MAX_CHARACTERS = 50_000;
const TIMEOUT_MS = 15_000;
/** Time for all diagrams that a build draws, in milliseconds: at the start, and for each diagram. Usual diagrams take a tenth of a second. */
const TIME_LIMIT = { start: 60_000, eachDiagram: 1000 };
/** Chromium is closed after this time without a diagram to draw. */
const IDLE_MS = 2_000;
const MAX_ALT = 300;

/** Languages of diagrams that plugins of other engines draw, most of them by sending the diagram to a server. */
const OTHER_LANGUAGES = new Set(['plantuml', 'puml', 'kroki']);

/** Replaces each fence of the language `mermaid` with two pictures, one for each color mode. */
export async function mermaid(tree: Root, context: TransformContext): Promise<void> {
  for (const { language, line } of context.fences)
    if (OTHER_LANGUAGES.has(language))
      context.report(
        line,
        `the diagram in ${language} is shown as its source, because only Mermaid is drawn: write it in Mermaid, or add a picture of it`,
        'warning',
        'diagrams in other languages are shown as their source',
      );
  if (!context.fences.some(({ language }) => language === LANGUAGE)) return;
  const found: { node: Element; code: string; line: number }[] = [];
  visitElements(tree, (node) => {
    const fence = fenceOf(node, context.fences);
    if (fence?.language === LANGUAGE) found.push({ node, code: fence.code, line: fence.line });
  });
  const { drawDiagram, baseUrl } = context.services;
  for (const { node, code, line } of found) {
    const drawn = (await drawDiagram?.(code)) ?? { error: 'diagrams are disabled in this build' };
    if ('error' in drawn) {
      context.report(line, `the diagram is shown as its source: ${drawn.error}`, 'warning', UNDRAWN_DIAGRAMS);
      continue;
    }
    if (CLICK.test(code))
      context.report(
        line,
        'the links of the diagram are left out, because a picture has no links',
        'warning',
        'links of diagrams are left out',
      );
    const picture = (file: string, className: string): ElementContent => {
      const asset = { absolute: file, path: FOLDER + basename(file) };
      context.assets.push(asset);
      const { width, height, alt } = drawn;
      const properties = { className: [className], src: withBase(baseUrl, asset.path), width, height, alt };
      return createElement('img', { ...properties, loading: 'lazy', decoding: 'async' });
    };
    node.tagName = 'figure';
    node.properties = { className: ['diagram'], tabIndex: 0, role: 'group', ariaLabel: createTranslate(context.services)('Diagram') };
    node.children = [picture(drawn.light, 'light-only'), picture(drawn.dark, 'dark-only')];
  }
}

/** A `click` statement, which makes a node of a diagram a link or calls a script. */
const CLICK = /^[^\S\r\n\u2028\u2029]*click\s/m;

const recordSchema = z.object({
  width: z.number().positive(),
  height: z.number().positive(),
  alt: z.string(),
  /** Characters of the light and of the dark drawing, to recognize damaged files. */
  sizes: z.tuple([z.number(), z.number()]),
});

/** Reads the record of a cached diagram; null if it or one of the files is missing or damaged. */
function readRecord(record: string, files: readonly string[]): Omit<Diagram, 'light' | 'dark'> | null {
  try {
    const { sizes, ...facts } = recordSchema.parse(JSON.parse(readFileSync(record, 'utf8')));
    return files.every((file, index) => readFileSync(file, 'utf8').length === sizes[index]) ? facts : null;
  } catch {
    return null;
  }
}

/** Draws diagrams, and caches them. Only a diagram that is not in the cache starts a browser. */
export interface DiagramRenderer {
  draw: DrawDiagram;
  /** Closes the browser. A later diagram starts another one. */
  close(): Promise<void>;
}

/**
 * Creates a renderer that draws each diagram once, and stores it in a content-addressed cache that later builds reuse. The caller must close it.
 * @param cacheDir absolute folder of the cache
 * @param findBrowser returns the path of Chromium's executable, or null
 */
export function createDiagramRenderer({
  cacheDir,
  publishDrawing,
  findBrowser = findChromium,
  timeLimit = TIME_LIMIT,
}: {
  cacheDir: string;
  publishDrawing: PublishDrawing;
  findBrowser?: () => string | null;
  timeLimit?: typeof TIME_LIMIT;
}): DiagramRenderer {
  const started = new Map<string, ReturnType<DrawDiagram>>();
  const drawing = openMermaidPage(findBrowser, timeLimit);

  async function draw(code: string): ReturnType<DrawDiagram> {
    if (code.length > MAX_CHARACTERS) return { error: `it has more than ${MAX_CHARACTERS} characters: split it into several diagrams` };
    const key = createHash('sha256')
      .update(JSON.stringify([REVISION, code]))
      .digest('hex')
      .slice(0, 24);
    const files = { light: join(cacheDir, `${key}-light.svg`), dark: join(cacheDir, `${key}-dark.svg`) };
    const record = join(cacheDir, `${key}.json`);
    const cached = readRecord(record, [files.light, files.dark]);
    if (cached !== null) return { ...cached, ...files };
    const drawn = await drawing.draw(code);
    if ('error' in drawn) return drawn;
    const { light, dark, ...facts } = drawn;
    const sizes = [];
    for (const [file, svg] of [
      [files.light, light],
      [files.dark, dark],
    ] as const) {
      // The drawing is not trusted, because Mermaid runs in the same page as the code that cleans it.
      const published = await publishDrawing(Buffer.from(svg));
      if ('error' in published) return published;
      if (published.reason !== null) return { error: published.reason };
      writeFileAtomic(file, published.svg);
      sizes.push(published.svg.length);
    }
    writeFileAtomic(record, JSON.stringify({ ...facts, sizes }));
    return { ...facts, ...files };
  }

  return {
    draw(code) {
      const drawn = started.get(code) ?? draw(code);
      started.set(code, drawn);
      return drawn;
    },
    close: drawing.close,
  };
}

/** The result of `renderInBrowser`: the SVG of both color modes. */
type RenderedDiagram = { width: number; height: number; alt: string; light: string; dark: string };

/** The headless shell would otherwise round the widths of letters to pixels, and draw wider boxes than Chromium. */
const BROWSER_ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--font-render-hinting=none'];

interface MermaidPage {
  draw(code: string): Promise<RenderedDiagram | { error: string }>;
  close(): Promise<void>;
}

/** Opens a browser page with Mermaid for the first diagram, and closes it when it is idle. The page draws one diagram at a time. */
function openMermaidPage(findBrowser: () => string | null, { start, eachDiagram }: typeof TIME_LIMIT): MermaidPage {
  const oneAtATime = pLimit(1);
  let allowed = start;
  let spent = 0;
  let browser: Playwright.Browser | null = null;
  let page: Playwright.Page | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function open(): Promise<Playwright.Page> {
    const executablePath = findBrowser();
    if (executablePath === null) throw new Error(NO_BROWSER);
    const { playwright, script } = await loadPackages();
    // Containers have no user namespaces, which Chromium's sandbox needs. The page runs Mermaid alone and has no network.
    // A signal ends the build, and the browser with it. Playwright's own handlers would only close the browser.
    const signals = { handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false };
    browser = await playwright.chromium.launch({ executablePath, args: BROWSER_ARGUMENTS, ...signals });
    const context = await browser.newContext({ offline: true });
    await context.route('**/*', (route) => route.abort());
    const opened = await context.newPage();
    await opened.addScriptTag({ path: script });
    return opened;
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const closing = browser;
    [browser, page] = [null, null];
    await closing?.close().catch(() => undefined);
  }

  return {
    draw: (code) =>
      oneAtATime(async () => {
        clearTimeout(idle);
        allowed += eachDiagram;
        if (spent > allowed)
          return {
            error: `drawing diagrams has taken ${Math.round(spent / 1000)} s, which is far too long: make the large diagrams smaller`,
          };
        const began = performance.now();
        try {
          page ??= await open();
          const drawn = await withTimeout(page.evaluate(renderInBrowser, { code, maxAlt: MAX_ALT, plain: PLAIN }));
          return 'error' in drawn ? { error: `Mermaid cannot draw it: ${drawn.error}` } : drawn;
        } catch (error) {
          // Close a page that hangs or has crashed, because it cannot draw the next diagram.
          await close();
          return { error: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
        } finally {
          spent += performance.now() - began;
          if (browser !== null) idle = setTimeout(() => void oneAtATime(close), IDLE_MS);
        }
      }),
    close: () => oneAtATime(close),
  };
}

const NO_BROWSER = 'install Chromium or Google Chrome, or name its program in CHROMIUM_PATH: the build uses it to draw diagrams';

async function loadPackages(): Promise<{ playwright: typeof Playwright; script: string }> {
  try {
    const script = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js');
    return { playwright: await import('playwright-core'), script };
  } catch {
    throw new Error('run `npm install mermaid playwright-core`, which the build uses to draw diagrams');
  }
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`it takes longer than ${TIMEOUT_MS / 1000} seconds: make it smaller`)), TIMEOUT_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** The part of Mermaid's interface that `renderInBrowser` uses. */
interface Mermaid {
  initialize(options: object): void;
  parse(code: string): Promise<unknown>;
  render(id: string, code: string): Promise<{ svg: string }>;
}

/** Runs in the browser, so it must not refer to this file. Draws both color modes, removes anything that could run code, and collects the texts. */
async function renderInBrowser({
  code,
  maxAlt,
  plain,
}: {
  code: string;
  maxAlt: number;
  plain: typeof PLAIN;
}): Promise<RenderedDiagram | { error: string }> {
  const { mermaid: engine } = globalThis as unknown as { mermaid: Mermaid };
  const drawn: SVGSVGElement[] = [];
  const elements = new Set(plain.elements);
  const outlined = new Set(plain.outlined);
  const ofOutlines = new Set(plain.ofOutlines);
  const properties = plain.properties.map(({ name, values, initial }) => ({ name, values: new RegExp(values, 'iu'), initial }));
  const attributes = new Map(plain.attributes.map(({ name, values, flags }) => [name, new RegExp(values, flags)]));
  /** Returns the styles of an element that differ from those that it has anyway. */
  const styleOf = (node: SVGElement): string => {
    const own = getComputedStyle(node);
    const parent = node.parentElement instanceof SVGElement ? getComputedStyle(node.parentElement) : null;
    return properties
      .filter(({ name, values, initial }) => {
        const value = own.getPropertyValue(name);
        if (ofOutlines.has(name)) return outlined.has(node.localName) && value !== 'none' && values.test(value);
        return value !== '' && value !== (initial ?? parent?.getPropertyValue(name)) && values.test(value);
      })
      .map(({ name }) => `${name}:${own.getPropertyValue(name)}`)
      .join(';');
  };
  try {
    await engine.parse(code);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
  for (const theme of ['neutral', 'dark']) {
    engine.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme,
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      deterministicIds: true,
      fontFamily: 'Helvetica, Arial, "Liberation Sans", sans-serif',
    });
    const { svg } = await engine.render('diagram', code);
    const holder = document.createElement('div');
    holder.innerHTML = svg;
    document.body.append(holder);
    const root = holder.querySelector('svg');
    if (root === null) return { error: 'no drawing was created' };
    // The link of a node contains its position, so replace the link with a group.
    for (const link of root.querySelectorAll('a')) {
      const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
      for (const name of ['class', 'id', 'transform']) if (link.hasAttribute(name)) group.setAttribute(name, link.getAttribute(name) ?? '');
      group.append(...link.childNodes);
      link.replaceWith(group);
    }
    for (const node of root.querySelectorAll('switch')) node.replaceWith(...node.childNodes);
    for (const node of root.querySelectorAll('*')) if (!elements.has(node.localName)) node.remove();
    const nodes = [root, ...root.querySelectorAll<SVGElement>('*')];
    const styles = nodes.map(styleOf);
    for (const style of root.querySelectorAll('style')) style.remove();
    for (const [index, node] of nodes.entries()) {
      for (const { name, value } of [...node.attributes]) if (!attributes.get(name)?.test(value.trim())) node.removeAttribute(name);
      if (styles[index] !== '') node.setAttribute('style', styles[index] ?? '');
    }
    drawn.push(root);
  }
  const [light, dark] = drawn;
  if (light === undefined || dark === undefined) return { error: 'no drawing was created' };
  const { width, height } = light.viewBox.baseVal;
  const named = ['title', 'desc'].map((tag) => light.querySelector(`:scope > ${tag}`)?.textContent?.trim() ?? '').filter(Boolean);
  const texts = [...light.querySelectorAll('text')].map((text) => (text.textContent ?? '').replace(/\s+/g, ' ').trim()).filter(Boolean);
  const all = (named.length > 0 ? named.join(': ') : [...new Set(texts)].join(', ')) || 'Diagram';
  const alt = all.length <= maxAlt ? all : `${all.slice(0, maxAlt - 1)}…`;
  const write = (root: SVGSVGElement): string => {
    // In an `<img>`, an SVG needs a size in pixels; Mermaid writes percentages.
    root.setAttribute('width', String(width));
    root.setAttribute('height', String(height));
    const text = new XMLSerializer().serializeToString(root);
    root.parentElement?.remove();
    return text;
  };
  return { width: Math.ceil(width), height: Math.ceil(height), alt, light: write(light), dark: write(dark) };
}
