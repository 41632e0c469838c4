import { text } from './values.ts';
import type { Entry, Note } from './values.ts';

/**
 * Returns `editUrl` for a folder of files; undefined if there is none. Docusaurus's `editUrl` is the address of the whole site, to which this
 * appends the path of the folder.
 * @param options of the plugin @param root of the files, relative to the site
 */
export function editUrlOf({ editUrl }: Entry, root: string, notes: Note[]): string | undefined {
  const base = text(editUrl);
  if (base !== undefined && URL.canParse(base)) return new URL(`${root}/`, base.replace(/\/*$/, '/')).href;
  const note = '`editUrl` is a function: write one for `docs.editUrl`, which receives the path of the file relative to the docs folder';
  if (editUrl !== undefined && base === undefined && !notes.some((one) => one.text === note)) notes.push({ kind: 'decide', text: note });
  return undefined;
}
