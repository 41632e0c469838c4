// @vitest-environment happy-dom
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadFrontPages } from '@quire/engine/content/front-pages.ts';
import { pages } from '../index.ts';
import type { HomeData } from '../schemas.ts';
import { mount } from './lineage-graph.browser.ts';
import { LineageGraph } from './lineage-graph.tsx';

let root: HTMLElement;
let unmount = (): void => undefined;

beforeEach(async () => {
  const home = pages.filter(({ kind }) => kind === 'home').map((page) => ({ ...page, data: join('website', page.data) }));
  const [page] = (await loadFrontPages(home)).pages;
  if (page === undefined) throw new Error('There is no home page.');
  const { lineage } = page.data as HomeData;
  document.body.innerHTML = renderToStaticMarkup(createElement(LineageGraph, { lineage }));
  root = document.body.querySelector('.lineage') as HTMLElement;
});
afterEach(() => unmount());

const node = (id: string): SVGGElement => root.querySelector(`.across [data-node="${id}"]`) as SVGGElement;
const column = (name: string): HTMLButtonElement => root.querySelector(`[data-column="${name}"]`) as HTMLButtonElement;
const traced = (): string[] =>
  [...root.querySelectorAll<HTMLElement>('.across .traced[data-node]')].map(({ dataset }) => dataset['node'] ?? '');
const click = (element: Element): void => void element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
const press = (element: Element, key: string): void => void element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

test('the static graph has a selected entity with its trace', () => {
  expect(node('fct_orders').getAttribute('aria-selected')).toBe('true');
  expect(traced()).toEqual(['orders', 'customers', 'load_orders', 'sales_today', 'paid_orders', 'churn_risk']);
  expect(root.querySelectorAll('.lineage-panel:not([hidden])')).toHaveLength(1);
  expect(column('fct_orders.amount').disabled).toBe(true);
});

test('a click selects an entity in both drawings, shows its panel, and traces it', () => {
  unmount = mount(root);
  click(node('page_views'));
  expect(traced()).toEqual(['group_visits', 'fct_sessions', 'churn_risk']);
  expect(root.querySelectorAll('.selected[data-node="page_views"]')).toHaveLength(2);
  expect(root.querySelector<HTMLElement>('.lineage-panel:not([hidden])')?.dataset['panel']).toBe('page_views');
});

test('a second click traces a column, and a third one traces the entity again', () => {
  unmount = mount(root);
  click(node('fct_orders'));
  expect(root.classList.contains('traces-column')).toBe(true);
  expect(root.querySelectorAll('[aria-pressed="true"]')).toHaveLength(1);
  click(node('fct_orders'));
  expect(root.classList.contains('traces-column')).toBe(false);
});

test('a column traces only its own lineage', () => {
  unmount = mount(root);
  click(column('fct_orders.region'));
  expect(traced()).toEqual(['customers', 'load_orders', 'sales_today']);
  expect(column('customers.region').classList.contains('related')).toBe(true);
  click(column('fct_orders.region'));
  expect(traced()).toHaveLength(6);
});

test('arrow keys move along the lineage, with one tab stop for each drawing', () => {
  unmount = mount(root);
  press(node('fct_orders'), 'ArrowLeft');
  expect(node('load_orders').getAttribute('aria-selected')).toBe('true');
  press(node('load_orders'), 'ArrowLeft');
  expect(node('orders').getAttribute('aria-selected')).toBe('true');
  press(node('orders'), 'ArrowDown');
  expect(node('customers').getAttribute('aria-selected')).toBe('true');
  expect(root.querySelectorAll('.across [tabindex="0"]')).toHaveLength(1);
});

test('the search selects an entity and keeps the selection if nothing matches', () => {
  unmount = mount(root);
  const search = root.querySelector('input') as HTMLInputElement;
  for (const text of ['churn', 'nothing like it']) {
    search.value = text;
    search.dispatchEvent(new Event('input', { bubbles: true }));
    expect(node('churn_risk').getAttribute('aria-selected')).toBe('true');
  }
});

test('an unmounted graph does not respond', () => {
  mount(root)();
  click(node('orders'));
  expect(node('fct_orders').getAttribute('aria-selected')).toBe('true');
});
