import { relative, sep } from 'node:path';

/** Returns a path relative to a folder, with `/` on every operating system. Both are absolute. */
export const relativePath = (folder: string, path: string): string => relative(folder, path).split(sep).join('/');
