/** The handwritten part of a source's page, cut at its level-two headings so that generated parts can stand between. */
export interface Notes {
  introduction: string;
  /** Markdown from its `## ` line on; null where there is none. */
  prerequisites: string | null;
  troubleshooting: string | null;
  /** All other sections, in the author's order. */
  others: string[];
}

export function splitNotes(markdown: string): Notes {
  const sections: string[][] = [[]];
  let fence: string | null = null;
  for (const line of markdown.replace(/\r\n/g, '\n').split('\n')) {
    const mark = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    if (fence === null && /^##\s/.test(line)) sections.push([]);
    sections.at(-1)?.push(line);
  }
  const [introduction = '', ...rest] = sections.map((lines) => lines.join('\n').trim());
  const named = (name: string): string | null => rest.find((section) => headingOf(section) === name) ?? null;
  const prerequisites = named('prerequisites');
  const troubleshooting = named('troubleshooting');
  return {
    introduction,
    prerequisites,
    troubleshooting,
    others: rest.filter((section) => section !== prerequisites && section !== troubleshooting),
  };
}

const headingOf = (section: string): string => /^##\s+(.*?)\s*(?:\{#.*\})?\s*$/m.exec(section)?.[1]?.toLowerCase() ?? '';
