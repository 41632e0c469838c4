/** Converts the HTML of a front page, which has no Markdown source, to Markdown. */
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Root } from 'hast';

/** Elements without useful text: drawings, form fields, and buttons. */
const SKIPPED = new Set(['svg', 'form', 'input', 'label', 'button', 'dialog', 'noscript', 'template']);

/** Removes elements that are useless in Markdown, and hidden ones. */
function withoutControls() {
  return (tree: Root): void =>
    visit(tree, 'element', ({ tagName, properties }, index, parent) => {
      const isSkipped = SKIPPED.has(tagName) || properties['ariaHidden'] === 'true' || properties['hidden'] === true;
      if (!isSkipped || parent === undefined || index === undefined) return undefined;
      parent.children.splice(index, 1);
      return index;
    });
}

function withAbsoluteLinks({ siteUrl }: { siteUrl: string }) {
  return (tree: Root): void =>
    visit(tree, 'element', ({ properties }) => {
      for (const name of ['href', 'src']) {
        const target = properties[name];
        if (typeof target === 'string' && /^\/(?!\/)/.test(target)) properties[name] = siteUrl + target;
      }
    });
}

/** Adds spaces between adjacent elements, whose texts would otherwise become one word. */
function withSpacesBetweenElements() {
  return (tree: Root): void =>
    visit(tree, 'element', (_node, index, parent) => {
      if (parent !== undefined && index !== undefined && parent.children[index + 1]?.type === 'element')
        parent.children.splice(index + 1, 0, { type: 'text', value: ' ' });
    });
}

const encoder = new TextEncoder();

/** Converts HTML to Markdown in UTF-8. @param siteUrl origin of the site, which is prepended to addresses that start with `/` */
export function frontPageMarkdown(html: string, siteUrl: string): Uint8Array {
  const file = unified()
    .use(rehypeParse, { fragment: true })
    .use(withoutControls)
    .use(withAbsoluteLinks, { siteUrl })
    .use(withSpacesBetweenElements)
    .use(rehypeRemark)
    .use(remarkGfm)
    .use(remarkStringify, { bullet: '-' })
    .processSync(html);
  return encoder.encode(String(file));
}
