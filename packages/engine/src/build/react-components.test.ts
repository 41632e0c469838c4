import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { renderComponents } from './react-components.ts';

function write(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'react-components-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

const CARD = `import { useState } from 'react';
import styles from './card.css';

interface Properties { title: string; points?: string[]; children?: unknown }

export default function Card({ title, points = [], children }: Properties) {
  const [count] = useState(points.length);
  return <section className={styles.card}><h3>{title} ({count})</h3>{points.map((point) => <b key={point}>{point}</b>)}{children}</section>;
}
`;

test('a TypeScript component is rendered with its properties and a slot for its content, and an edit changes the fingerprint', async () => {
  const dir = write({ 'card.tsx': CARD, 'card.css': '.card { color: red }' });
  const { components, fingerprint } = await renderComponents({ Card: join(dir, 'card.tsx'), Badge: { tag: 'span' } }, dir);
  expect(components['Badge']).toEqual({ tag: 'span' });
  expect(components['Card']?.render?.({ title: 'A & <b>', points: '["x","y"]' })).toBe(
    '<section><h3>A &amp; &lt;b&gt; (2)</h3><b>x</b><b>y</b><slot></slot></section>',
  );
  writeFileSync(join(dir, 'card.tsx'), CARD.replace('<h3>', '<h3 id="x">'));
  expect((await renderComponents({ Card: join(dir, 'card.tsx') }, dir)).fingerprint).not.toBe(fingerprint);
});

test('properties with HTML or code do not reach a component, which may pass all of its properties to an element', async () => {
  const dir = write({ 'spread.tsx': 'export default ({ link, children, ...rest }) => <b {...rest}><a {...link}>x</a>{children}</b>;' });
  const { components } = await renderComponents({ Spread: join(dir, 'spread.tsx') }, dir);
  const html = JSON.stringify({ __html: '<details open ontoggle="a()">' });
  const attributes = {
    ...{ id: 'i', dangerouslySetInnerHTML: html, srcDoc: '<script>a()</script>', onClick: 'a()', onclick: 'a()' },
    link: `{"href":"/a","dangerouslySetInnerHTML":${html},"onFocus":"a()"}`,
  };
  expect(components['Spread']?.render?.(attributes)).toBe('<b id="i"><a href="/a">x</a><slot></slot></b>');
});

test('data keeps properties of any other name', async () => {
  const dir = write({ 'data.tsx': 'export default ({ rows, only }) => <b>{rows.map(({ key, ref }) => key + ref).join()} {only}</b>;' });
  const { components } = await renderComponents({ Data: join(dir, 'data.tsx') }, dir);
  expect(components['Data']?.render?.({ rows: '[{"key":"k","ref":"r"}]', only: 'one' })).toBe('<b>kr one</b>');
});

test('a file without a component is reported', async () => {
  const dir = write({ 'lost.tsx': 'export const Lost = () => null;\n' });
  await expect(renderComponents({ Lost: join(dir, 'lost.tsx') }, dir)).rejects.toThrow(
    /^components\.Lost: .*lost\.tsx has no default export that is a component\.$/,
  );
});

test('a package that is not installed is named with the component that imports it, and the way out', async () => {
  const dir = write({
    'plain.tsx': 'export default () => null;\n',
    'example.jsx': "import Block from '@theme/Block';\nexport default () => <Block />;\n",
  });
  const files = { Plain: join(dir, 'plain.tsx'), Example: join(dir, 'example.jsx') };
  await expect(renderComponents(files, dir)).rejects.toThrow(
    /^components\.Example: .*example\.jsx imports "@theme\/Block", which is not installed\. Install it, or map the component to HTML/,
  );
});

test('nothing is bundled if no component has a file', async () => {
  expect(await renderComponents({ Badge: { tag: 'span' } }, '/nowhere')).toEqual({
    components: { Badge: { tag: 'span' } },
    fingerprint: '',
  });
});
