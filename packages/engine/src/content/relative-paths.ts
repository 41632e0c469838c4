/** Rebases relative paths in a text that is shown on the page of another file. */
import { posix } from 'node:path';

import { outsideCode } from './source-lines.ts';

/** The path of a file in a link, a link reference definition, or an attribute. Paths without an extension are routes and stay unchanged. */
const PATH = /(\]\(\s*<?|^\s*\[[^\]]+\]:\s*<?|\s(?:src|href)=["'])((?![/@#])[^\s()"'<>#?:]+\.[a-z\d]+)(?=[\s)"'>#?]|$)/gi;

/**
 * Returns a line with its paths rebased, so that they start at the page instead of at the file that contains the line.
 * @param folder path from the folder of the page to the folder of the file: `../shared`, `@site/shared`
 * @param otherFolder the same for paths of files that are not pages; default: `folder`
 */
export const rebasePaths = (line: string, folder: string, otherFolder = folder): string =>
  outsideCode(line, (part) =>
    part.replace(PATH, (_, before: string, path: string) => before + joined(/\.mdx?$/i.test(path) ? folder : otherFolder, path)),
  );

/** Joins two paths. A result without a leading dot, slash, or `@` gets `./`, which marks it as relative. */
function joined(folder: string, path: string): string {
  const whole = posix.join(folder, path);
  return /^[./@]/.test(whole) ? whole : `./${whole}`;
}
