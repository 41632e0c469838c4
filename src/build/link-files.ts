import { copyFileSync, existsSync, linkSync } from 'node:fs';

/** Takes a file over together with its compressed forms. */
export function linkWithForms(from: string, to: string): void {
  for (const ending of ['', '.br', '.gz']) if (ending === '' || existsSync(from + ending)) linkOrCopy(from + ending, to + ending);
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
