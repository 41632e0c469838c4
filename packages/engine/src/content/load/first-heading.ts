const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/** Plain text of the first level-one heading outside code, or null. Needed before the body is compiled. */
export function firstHeading(markdown: string): string | null {
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
      continue;
    }
    const heading = fence === null ? /^#[ \t]+(.+?)[ \t]*#*[ \t]*$/.exec(line)?.[1] : undefined;
    if (heading !== undefined) return plainText(heading);
  }
  return null;
}

/** Drops what Markdown adds to the words of a heading: emphasis, code marks, link targets, `{#id}`. */
export function plainText(inline: string): string {
  return inline
    .replace(/\s*\{#[^}]*\}\s*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/[*`]|(?<!\w)_|_(?!\w)/g, '')
    .trim();
}
