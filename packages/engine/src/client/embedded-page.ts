/** The data of a page that its document contains. */
import type { EmbeddedShell, Heading, SerializedShell } from '#model/page.ts';

/** Reads the shell's data of this document. The headings are those of its table of contents, so its data does not repeat them. */
export function readEmbeddedPage(data: string): SerializedShell {
  return { ...(JSON.parse(data) as EmbeddedShell), contents: readContents() };
}

function readContents(): Heading[] {
  return Array.from(document.querySelectorAll<HTMLElement>('.contents li'), ({ dataset, firstElementChild }) => ({
    level: Number(dataset['level']) as Heading['level'],
    id: firstElementChild?.getAttribute('href')?.slice(1) ?? '',
    text: firstElementChild?.textContent ?? '',
  }));
}
