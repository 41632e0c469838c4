import { markdownToMdast } from 'satteri';
import type { MdastNode } from 'satteri';
import { visit } from 'unist-util-visit';

/**
 * Finds on which lines a page names a target. Positions are costly and wanted only for messages, so this runs
 * when something is wrong with a page and never otherwise.
 * @returns for a target, the 1-based lines of its uses in the author's file, in reading order
 */
export function targetLines(body: string, firstLine: number): (target: string) => number[] {
  const tree = markdownToMdast(body, { features: { frontmatter: false } });
  const lines = new Map<string, number[]>();
  const add = (target: string, line: number | undefined): void => {
    if (line !== undefined) lines.set(target, [...(lines.get(target) ?? []), firstLine + line - 1]);
  };
  visit(tree as Extract<MdastNode, { type: 'root' }>, (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') add(node.url, node.position?.start.line);
    if (node.type === 'html') {
      for (const match of node.value.matchAll(/(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
        const before = node.value.slice(0, match.index).split('\n').length - 1;
        add(match[1] ?? match[2] ?? '', (node.position?.start.line ?? 1) + before);
      }
    }
  });
  return (target) => lines.get(target) ?? lines.get(decodeURI(target)) ?? textualLines(body, firstLine, target);
}

function textualLines(body: string, firstLine: number, target: string): number[] {
  return body.split('\n').flatMap((line, index) => (line.includes(target) ? [firstLine + index] : []));
}
