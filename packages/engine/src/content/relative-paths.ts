/** Relative paths in text that is shown on the page of another file. */
import { posix } from 'node:path';

import { outsideCode } from './source-lines.ts';

/** Paths of files in links, definitions of links, and attributes. Paths without an ending are routes, which depend on the page. */
const PATH = /(\]\(\s*<?|^\s*\[[^\]]+\]:\s*<?|\s(?:src|href)=["'])((?![/@#])[^\s()"'<>#?:]+\.[a-z\d]+)(?=[\s)"'>#?]|$)/gi;

/**
 * Returns a line whose paths start at the page instead of the file that contains the line.
 * @param folder path from the folder of the page to that of the file: `../shared`, `@site/shared`
 * @param otherFolder the same for paths of files that are not pages; default: `folder`
 */
export const rebasePaths = (line: string, folder: string, otherFolder = folder): string =>
  outsideCode(line, (part) =>
    part.replace(PATH, (_, before: string, path: string) => before + joined(/\.mdx?$/i.test(path) ? folder : otherFolder, path)),
  );

/** Joins two paths. One that does not start with a root stays recognizable as a relative path. */
function joined(folder: string, path: string): string {
  const whole = posix.join(folder, path);
  return /^[./@]/.test(whole) ? whole : `./${whole}`;
}
