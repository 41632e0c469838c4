/** Measures the outlines of paths. */

export interface PathOutline {
  /** An upper bound of the length: that of the lines between the points of each curve. */
  length: number;
  /** Contains all points, also those that only control a curve. */
  box: Box;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
type Point = readonly [x: number, y: number];

/** The number of parameters of each command. */
const PARAMETERS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
const COMMAND = /[\s,]*([a-z])/iy;
const NUMBER = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy;
/** A parameter of an arc that needs no space after it. */
const FLAG = /[\s,]*([01])/y;

/** Returns the commands of a path with their parameters; null if it is not valid. */
function commandsOf(path: string): (readonly [command: string, parameters: number[]])[] | null {
  let at = 0;
  const read = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(path)?.[1];
    if (found !== undefined) at = pattern.lastIndex;
    return found;
  };
  const commands: (readonly [string, number[]])[] = [];
  for (let command = read(COMMAND); command !== undefined; command = read(COMMAND)) {
    const count = PARAMETERS[command.toLowerCase()];
    if (count === undefined) return null;
    let first = count === 0 ? undefined : read(NUMBER);
    if (count > 0 && first === undefined) return null;
    do {
      const parameters = first === undefined ? [] : [Number(first)];
      while (parameters.length < count) {
        const next = read(count === 7 && (parameters.length === 3 || parameters.length === 4) ? FLAG : NUMBER);
        if (next === undefined) return null;
        parameters.push(Number(next));
      }
      commands.push([command, parameters]);
      // Further parameters repeat the command, but lines follow the start of a part.
      if (/m/i.test(command)) command = command === 'm' ? 'l' : 'L';
      first = count === 0 ? undefined : read(NUMBER);
    } while (first !== undefined);
  }
  return path.slice(at).trim() === '' ? commands : null;
}

/** Returns the larger radius of an arc. A browser enlarges both radii if the arc would not reach its end. */
function radiusOfArc(rx: number, ry: number, chord: number): number {
  const smaller = Math.min(Math.abs(rx), Math.abs(ry));
  return smaller === 0 ? 0 : Math.max(Math.abs(rx), Math.abs(ry)) * Math.max(1, chord / 2 / smaller);
}

/** Returns the outline of a path; null if the path is not valid. */
export function outlineOfPath(path: string): PathOutline | null {
  const commands = commandsOf(path);
  if (commands === null) return null;
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  let length = 0;
  let start: Point = [0, 0];
  let current: Point = start;
  let control: Point = start;
  const include = ([x, y]: Point, margin: number): void => {
    box.left = Math.min(box.left, x - margin);
    box.right = Math.max(box.right, x + margin);
    box.top = Math.min(box.top, y - margin);
    box.bottom = Math.max(box.bottom, y + margin);
  };
  for (const [command, parameters] of commands) {
    const kind = command.toLowerCase();
    const [x0, y0] = command === kind ? current : [0, 0];
    const [first = 0, second = 0] = parameters;
    const points: Point[] = [];
    if (kind === 'z') points.push(start);
    else if (kind === 'h') points.push([x0 + first, current[1]]);
    else if (kind === 'v') points.push([current[0], y0 + first]);
    else {
      // A smooth curve continues the one before.
      if (kind === 's' || kind === 't') points.push([2 * current[0] - control[0], 2 * current[1] - control[1]]);
      for (let index = kind === 'a' ? 5 : 0; index < parameters.length; index += 2)
        points.push([x0 + (parameters[index] ?? 0), y0 + (parameters[index + 1] ?? 0)]);
    }
    const end = points.at(-1) ?? current;
    let last = current;
    const radius = kind === 'a' ? radiusOfArc(first, second, Math.hypot(end[0] - current[0], end[1] - current[1])) : 0;
    length += 2 * Math.PI * radius;
    for (const point of points) {
      if (kind !== 'm') length += Math.hypot(point[0] - last[0], point[1] - last[1]);
      include(point, 2 * radius);
      last = point;
    }
    control = points.at(-2) ?? end;
    current = end;
    if (kind === 'm') start = end;
  }
  return { length: Number.isNaN(length) ? Infinity : length, box };
}
