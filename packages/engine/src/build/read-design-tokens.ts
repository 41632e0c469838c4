import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { DesignToken } from '#client/design/design-tokens.ts';

import { ENGINE_SOURCES } from './fingerprint.ts';

/** Reads the design tokens of the site, in the order of the stylesheet. Its first rule is the light mode; the rule of `[data-theme='dark']` overrides values. */
export function readDesignTokens(): DesignToken[] {
  const css = readFileSync(join(ENGINE_SOURCES, 'client/styles/tokens.css'), 'utf8');
  const [light = '', dark = ''] = css.split("[data-theme='dark'] {\n    color-scheme");
  const darkValues = new Map(declarations(dark).map(({ name, value }) => [name, value]));
  return declarations(light.slice(light.indexOf(':root {'))).map(({ name, value, group }) => ({
    name,
    light: value,
    dark: darkValues.get(name) ?? null,
    group,
  }));
}

function declarations(rule: string): { name: string; value: string; group: string }[] {
  let group = '';
  // oxlint-disable-next-line regexp/no-super-linear-backtracking, regexp/no-super-linear-move -- The text is the stylesheet of the engine.
  return [...rule.matchAll(/\/\*([^]*?)\*\/|--([\w-]+):\s*([^;]+);/g)].flatMap(([, comment, name, value]) => {
    if (comment !== undefined) group = comment.trim();
    return name === undefined || value === undefined ? [] : [{ name, value: value.replace(/\s+/g, ' '), group }];
  });
}
