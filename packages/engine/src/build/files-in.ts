import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files below a folder, with `/`, and links, which are not followed; none where it is not there. */
export function filesIn(dir: string): string[] {
  // A walk of our own: `readdir` follows links, and asks the system of each file what it is.
  const below = (folder: string): string[] =>
    readdirSync(join(dir, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? below(`${folder}${entry.name}/`) : [folder + entry.name],
    );
  return existsSync(dir) ? below('') : [];
}
