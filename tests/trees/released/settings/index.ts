import { readFile } from 'node:fs/promises';
import path from 'node:path';

export enum Mode {
  Light = 'light',
  Dark = 'dark',
}

export const readName = async (): Promise<string> => (await readFile(path.join(__dirname, 'name.txt'), 'utf8')).trim();
