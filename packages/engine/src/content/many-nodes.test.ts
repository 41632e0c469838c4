/** Elements of a page may have more children than a call of a function may have arguments. */
import type { Element, Root } from 'hast';
import { expect, test } from 'vitest';

import { longestUnbroken } from './break-identifiers.ts';
import { codeGroups } from './code-blocks.ts';
import type { TransformContext } from './document.ts';
import { createElement } from './html-tree.ts';
import { tabs } from './tabs.ts';

const MANY = 200_000;
const many = (): Element[] => Array.from({ length: MANY }, () => createElement('br'));
const treeOf = (...children: Element[]): Root => ({ type: 'root', children });
const contextOf = (fences: { meta: string }[] = []): TransformContext =>
  ({ fences, doc: { body: '', bodyLine: 1 }, services: {}, report: () => undefined }) as unknown as TransformContext;

test('a group of code', () => {
  const tree = treeOf(createElement('x-codegroup', {}, many()));
  codeGroups(tree, contextOf());
  expect(tree.children).toHaveLength(MANY);
});

test('elements around tabs of code', () => {
  const tree: Root = { type: 'root', children: many() };
  codeGroups(tree, contextOf([{ meta: 'tab' }]));
  expect(tree.children).toHaveLength(MANY);
});

test('elements between tabs', () => {
  const tree = treeOf(createElement('x-tabs', {}, [createElement('div', {}, [createElement('x-tabitem'), ...many()])]));
  tabs(tree, contextOf());
  expect(tree.children).toHaveLength(1);
});

test('elements and words in a cell', () => {
  const value = 'a '.repeat(MANY);
  expect(longestUnbroken(createElement('td', {}, [{ type: 'text', value }, ...many()]))).toBe(1);
});
