/** Counts the points of paths, because the time of a browser for a path grows with the square of its lines that cross each other. */
import { plainCss } from './svg-css.ts';
import type { Attribute } from './svg-dashes.ts';

/** Maximum number of points of one path. */
export const MAX_POINTS_OF_PATH = 20_000;
/** From this number, the lines that can cross each other cost more than the points. */
const MANY_POINTS = 20_000;

const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
const COMMAND = /([mlhvcsqtaz])([^mlhvcsqtaz]*)/gi;
/** Numbers for each point, by command. Two of those of an arc can be written without a space between them. */
const NUMBERS: Readonly<Record<string, number>> = { h: 1, v: 1, c: 6, s: 4, q: 4, a: 5 };
const numbersIn = (text: string): number => text.match(NUMBER)?.length ?? 0;

/** Returns the number of points of a path: a command has at least one. */
function pointsOfPath(path: string): number {
  let count = 0;
  for (const [, command = '', numbers = ''] of path.matchAll(COMMAND))
    count += Math.max(1, Math.ceil(numbersIn(numbers) / (NUMBERS[command.toLowerCase()] ?? 2)));
  return count;
}

/** Returns an upper bound of the vertices of an attribute: in a style, each command and each number can be one. */
export function verticesIn([name, value]: Attribute): number {
  if (name === 'd') return pointsOfPath(value);
  if (name === 'points') return Math.ceil(numbersIn(value) / 2);
  return name === 'style' && /path\s*\(|\\/i.test(value) ? (value.match(/[a-z]|\.?\d+/gi)?.length ?? 0) : 0;
}

/** Returns what a shape with this number of vertices costs each time, in points of short paths. */
export const costOfVertices = (vertices: number): number => vertices * (1 + vertices / MANY_POINTS);

/** Whether an attribute, a value of an animation, or a style sheet has a path with too many points. */
export function hasLongPath([name, value]: Attribute): boolean {
  // Each point takes at least two characters.
  if (value.length <= MAX_POINTS_OF_PATH) return false;
  if (name === 'd' || name === 'points') return value.split(';').some((path) => verticesIn([name, path]) > MAX_POINTS_OF_PATH);
  if (name !== 'style' || !/path|polygon|shape|\\/i.test(value)) return false;
  const { text, isClear } = plainCss(value);
  return (isClear ? text.split(/[;{}]/) : [text]).some((declaration) => numbersIn(declaration) > MAX_POINTS_OF_PATH);
}
