/** Shows Markdown of an answer. Elements are made from the parsed text alone: HTML in it is shown as text, images as their words. */
import type { List, Paragraph, Root, RootContent, Table } from 'mdast';
import { memo, useState, type ReactNode } from 'react';
import { AnswerLink } from './answer-link.tsx';
import { createBlockReader, isCitationLink } from './block-reader.ts';

/** A text that may grow at its end: finished blocks are not rendered again. */
export function AnswerMarkdown({ text }: { text: string }) {
  const [readBlocks] = useState(createBlockReader);
  return readBlocks(text).map((block, place) => <Block key={place} node={block} />);
}

const Block = memo(function Block({ node }: { node: RootContent }) {
  // HTML that stands by itself is a block without an element of its own.
  return node.type === 'html' ? <p>{node.value}</p> : show(node);
});

function showAll(nodes: Root['children']): ReactNode[] {
  return nodes.map((node, place) => <Shown key={place} node={node} />);
}

function Shown({ node }: { node: RootContent }) {
  return show(node);
}

/** The source of the code or table above. */
function isSourceAlone({ children: [only, ...others] }: Paragraph): boolean {
  return only !== undefined && others.length === 0 && isCitationLink(only);
}

/** Below the dialog's title and the question. */
const HEADINGS = ['h4', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

function show(node: RootContent): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p className={isSourceAlone(node) ? 'ask-source-alone' : undefined}>{showAll(node.children)}</p>;
    case 'heading': {
      const Heading = HEADINGS[node.depth - 1] ?? 'h6';
      return <Heading>{showAll(node.children)}</Heading>;
    }
    case 'emphasis':
      return <em>{showAll(node.children)}</em>;
    case 'strong':
      return <strong>{showAll(node.children)}</strong>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return <CodeBlock>{node.value}</CodeBlock>;
    case 'blockquote':
      return <blockquote>{showAll(node.children)}</blockquote>;
    case 'list':
      return <AnswerList node={node} />;
    case 'listItem':
      return <li>{showAll(node.children)}</li>;
    case 'table':
      return <AnswerTable node={node} />;
    case 'link':
      return <AnswerLink node={node}>{showAll(node.children)}</AnswerLink>;
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'text':
    case 'html':
      return node.value;
    default:
      return 'children' in node ? showAll(node.children) : null;
  }
}

/** What scrolls sideways has to be reached by the keyboard. */
function CodeBlock({ children }: { children: string }) {
  return (
    <pre tabIndex={0} role="region" aria-label="Code">
      <code>{children}</code>
    </pre>
  );
}

function AnswerList({ node: { ordered, start, spread, children } }: { node: List }) {
  // Items of a tight list hold their words without a paragraph around them.
  const items = children.map((item, place) => (
    <li key={place}>
      {showAll(
        spread ? item.children : item.children.flatMap((child): RootContent[] => (child.type === 'paragraph' ? child.children : [child])),
      )}
    </li>
  ));
  return ordered ? <ol start={start ?? 1}>{items}</ol> : <ul>{items}</ul>;
}

function AnswerTable({ node: { children, align } }: { node: Table }) {
  const [head, ...rows] = children.map(({ children: cells }) => cells);
  const side = (place: number) => ({ 'data-align': align?.[place] ?? undefined });
  return (
    <div className="ask-table" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>
            {head?.map((cell, place) => (
              <th key={place} scope="col" {...side(place)}>
                {showAll(cell.children)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, place) => (
                <td key={place} {...side(place)}>
                  {showAll(cell.children)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
