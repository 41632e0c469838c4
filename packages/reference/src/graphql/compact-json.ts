import type { SampleValue } from './sample-value.ts';

/** Columns that a reader sees without scrolling, on a small screen too. */
const WIDTH = 88;

/** JSON in which whatever fits stands on one line. @param used columns taken before the value */
export function compactJson(value: SampleValue, indent = '', used = 0): string {
  const flat = oneLine(value);
  if (typeof value !== 'object' || value === null) return flat;
  // The outermost object always opens on a line of its own, as requests are read from there.
  if (indent !== '' && indent.length + used + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((each) => compactJson(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${compactJson(each, inner, key.length + 4)}`);
  return parts.length === 0 ? open + close : `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

function oneLine(value: SampleValue): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}
