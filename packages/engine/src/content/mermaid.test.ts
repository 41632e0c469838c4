import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { findChromium } from './find-chromium.mjs';
import { createDiagramRenderer } from './mermaid.ts';
import type { Diagram, DrawDiagram } from './mermaid.ts';
import { compileMarkdown, messages, publishDrawing } from './testing/compile-markdown.ts';

let cacheDir: string;
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'diagrams-'));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

const sharedCache = mkdtempSync(join(tmpdir(), 'shared-diagrams-'));
/** Draws in one browser for several tests, because starting it takes most of the time. Each test needs its own diagram, because the second drawing would be a cache hit. */
const { draw: drawDiagram, close: closeShared } = createDiagramRenderer({ cacheDir: sharedCache, publishDrawing });
afterAll(async () => {
  await closeShared();
  rmSync(sharedCache, { recursive: true });
});

/** Returns a renderer with its own browser, which is closed at the end of the test. */
function drawWith(findBrowser?: () => string | null, cache = cacheDir): DrawDiagram {
  const { draw, close } = createDiagramRenderer({ cacheDir: cache, publishDrawing, ...(findBrowser !== undefined && { findBrowser }) });
  onTestFinished(close);
  return draw;
}

const noBrowser = (): null => null;
const fence = (code: string): string => `Before.\n\n\`\`\`mermaid\n${code}\n\`\`\`\n\nAfter.`;

test('a diagram becomes one picture for each color mode, with its texts as alternative text', async () => {
  const page = await compileMarkdown(fence('flowchart LR\n  A[Source] -->|reads| B(Target)'), {
    services: { drawDiagram, baseUrl: '/base/' },
  });
  expect(messages(page)).toEqual([]);
  expect(page.html).toMatch(/<figure class="diagram" tabindex="0" role="group" aria-label="Diagram"><img class="light-only"/);
  expect(page.html).toMatch(
    /src="\/base\/assets\/images\/diagram-[\da-f]{24}-dark\.svg" width="\d+" height="\d+" alt="[^"]*Source[^"]*Target/,
  );
  expect(page.assets).toHaveLength(2);
  for (const { absolute } of page.assets) expect(readFileSync(absolute, 'utf8')).toContain('Source');
  // The Markdown version contains the source.
  expect(page.markdown).toContain('flowchart LR');
});

test('scripts, links, and HTML in a diagram are removed from its picture', async () => {
  const drawn = (await drawDiagram(
    'flowchart LR\n  A["<img src=x onerror=alert(1)><script>alert(2)</script>Text"] --> B\n  click A "javascript:alert(3)"\n  click B href "https://example.com/"',
  )) as Diagram;
  for (const file of [drawn.light, drawn.dark])
    expect(readFileSync(file, 'utf8')).not.toMatch(/<script|<img|<a |<foreignObject|\sonerror=|javascript:|href="h/);
});

test('a diagram has only the styles that apply to it and that every program draws alike', async () => {
  const themeCSS =
    '.node ~ g{fill:red} .node:has(g) g{fill:red} .node rect{fill:#123456;filter:blur(9px)} .other{fill:#654321} @keyframes a{to{x:0}}';
  const drawn = (await drawDiagram(`%%{init: {"themeCSS": "${themeCSS}"}}%%\nflowchart LR\n  P --> Q`)) as Diagram;
  const svg = readFileSync(drawn.light, 'utf8');
  expect(svg).toContain('fill:rgb(18, 52, 86)');
  expect(svg).not.toMatch(/~|:has|blur|keyframes|\.other|654321/);
});

test('R-605 a node with a link keeps its position, and the lost link is reported', async () => {
  const page = await compileMarkdown(fence('flowchart TB\n  A[First] --> B[Second]\n  click B "#second" _parent'), {
    services: { drawDiagram },
  });
  expect(messages(page)).toEqual(['3: the links of the diagram are left out, because a picture has no links']);
  const drawing = readFileSync(page.assets[0]?.absolute ?? '', 'utf8');
  const places = [
    ...drawing.matchAll(
      /<g\b[^>]*class="[^"]*\bnode\b[^"]*"[^>]*>|<g\b[^>]*transform="translate\([^"]*"[^>]*>\s*<g\b[^>]*class="[^"]*\bnode\b/g,
    ),
  ];
  expect(places).toHaveLength(2);
  for (const [place] of places) expect(place).toContain('transform="translate(');
});

test('the title and the description of the author become the alternative text', async () => {
  const drawn = await drawDiagram('flowchart LR\n  accTitle: The way of a record\n  accDescr: From the source to the index.\n  A --> B');
  expect(drawn).toMatchObject({ alt: 'The way of a record: From the source to the index.' });
});

test('a second build uses the cached diagram and starts no browser', async () => {
  const code = 'sequenceDiagram\n  A->>B: Hello';
  const drawn = await drawDiagram(code);
  expect(existsSync((drawn as Diagram).dark)).toBe(true);
  expect(await drawWith(noBrowser, sharedCache)(code)).toEqual(drawn);
});

test('a diagram whose cached files are missing or damaged is drawn again', async () => {
  const code = 'pie\n "Cats": 3';
  const drawn = await drawWith()(code);
  const files = readdirSync(cacheDir).map((name) => ({ file: join(cacheDir, name), content: readFileSync(join(cacheDir, name), 'utf8') }));
  expect(files).toHaveLength(3);
  for (const { file, content } of files)
    for (const damaged of ['', content.slice(0, -2), null]) {
      if (damaged === null) rmSync(file);
      else writeFileSync(file, damaged);
      expect(await drawWith(noBrowser)(code)).toHaveProperty('error');
      if (damaged === null) expect(await drawWith()(code)).toEqual(drawn);
      else writeFileSync(file, content);
      expect(readFileSync(file, 'utf8')).toBe(content);
    }
});

test('without a browser, the source is shown, and a warning explains how to draw the diagram', async () => {
  const page = await compileMarkdown(fence('pie\n "Dogs": 3'), {
    services: { drawDiagram: drawWith(noBrowser) },
  });
  expect(messages(page)).toEqual([
    '3: the diagram is shown as its source: install Chromium or Google Chrome, or name its program in CHROMIUM_PATH: the build uses it to draw diagrams',
  ]);
  expect(page.html).toContain('<figure class="code" data-language="mermaid">');
  expect(page.html).toContain('Dogs');
});

test('a mistake in a diagram is reported with its line, and the next diagram is drawn', async () => {
  const page = await compileMarkdown(`${fence('flowchart LR\n  A --')}\n\n${fence('flowchart LR\n  C --> D')}`, {
    services: { drawDiagram },
  });
  expect(messages(page)).toEqual([
    expect.stringMatching(/^3: the diagram is shown as its source: Mermaid cannot draw it: Parse error on line \d/),
  ]);
  expect(page.html).toContain('<figure class="diagram"');
});

test('a diagram that is too long is not drawn', async () => {
  expect(await drawWith()(`flowchart LR\n${'  A --> B\n'.repeat(6000)}`)).toEqual({
    error: 'it has more than 50000 characters: split it into several diagrams',
  });
  expect(readdirSync(cacheDir)).toEqual([]);
});

test('R-502 diagrams that take far too long are reported instead of drawn', async () => {
  const diagrams = createDiagramRenderer({ cacheDir, publishDrawing, timeLimit: { start: 0, eachDiagram: 0 } });
  expect(await diagrams.draw('flowchart LR\n  X --> Y')).toHaveProperty('light');
  expect(await diagrams.draw('flowchart LR\n  Y --> Z')).toEqual({
    error: expect.stringMatching(/^drawing diagrams has taken \d+ s, which is far too long: make the large diagrams smaller$/),
  });
  await diagrams.close();
});

test('close() ends the browser, and the next diagram starts another one', async () => {
  let started = 0;
  const diagrams = createDiagramRenderer({ cacheDir, publishDrawing, findBrowser: () => ((started += 1), findChromium()) });
  expect(await diagrams.draw('flowchart LR\n  A --> B')).toHaveProperty('light');
  expect(await diagrams.draw('flowchart LR\n  B --> C')).toHaveProperty('light');
  expect(started).toBe(1);
  await diagrams.close();
  expect(await diagrams.draw('flowchart LR\n  C --> D')).toHaveProperty('light');
  await diagrams.close();
  expect(started).toBe(2);
});

test('SIGTERM ends a process that draws diagrams', async () => {
  const program = `import { openDrawings } from './drawings.ts';
    import { createDiagramRenderer } from './mermaid.ts';
    const publishDrawing = openDrawings({ cacheDir: ${JSON.stringify(cacheDir)} });
    const { draw } = createDiagramRenderer({ cacheDir: ${JSON.stringify(cacheDir)}, publishDrawing });
    process.send('light' in (await draw('flowchart LR\\n  A --> B')));
    setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', program.replace(/\.\/(?=\w+\.ts)/g, join(import.meta.dirname, '/'))],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [isDrawn] = (await once(child, 'message')) as [boolean];
  expect(isDrawn).toBe(true);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});

test('R-605 a diagram in an unsupported language is shown as source and reported', async () => {
  const page = await compileMarkdown('a\n\n```plantuml\n@startuml\nA -> B\n@enduml\n```\n');
  expect(messages(page)).toEqual([
    '3: the diagram in plantuml is shown as its source, because only Mermaid is drawn: write it in Mermaid, or add a picture of it',
  ]);
  expect(page.html).toContain('@startuml');
});
