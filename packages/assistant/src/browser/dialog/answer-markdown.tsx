/** Shows Markdown of an answer. HTML in it is shown as text, images as their alternative text. */
import type { SiteData } from '@quire/engine/model/site.ts';
import { isSafeTarget, normalizePath, withBase, withoutBase } from '@quire/engine/model/url.ts';
import type { Link, List, Paragraph, Root, RootContent, Table, TableCell } from 'mdast';
import { createContext, memo, type MouseEvent, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { AssistantTranslate } from '#assistant-words.ts';
import { IconButton, useCopy, useTranslate } from './dialog-parts.tsx';
import { ColoredCode, createBlockLoader, type LoadBlocks, useQuotedCode } from './quoted-code.tsx';

const NO_PAGES: readonly string[] = [];

interface AnswerMarkdownProps {
  text: string;
  /** Paths of the pages on which the answer is based, which are known before the text cites them. */
  sources?: readonly string[];
  /** Number of the sources of earlier answers, which is added to the numbers of the citations. */
  sourcesBefore?: number;
}

/** Renders a text that may grow at its end. Finished blocks are not rendered again. */
export function AnswerMarkdown({ text, sources = NO_PAGES, sourcesBefore = 0 }: AnswerMarkdownProps) {
  const { site } = useAnswerLinks();
  const [readBlocks] = useState(createBlockReader);
  const [load] = useState(() => createBlockLoader(site.baseUrl));
  const paths = [...new Set([...sources, ...citedPages(text, site)])].join('\n');
  const quoted = useMemo(() => ({ pages: paths === '' ? [] : paths.split('\n'), load, sourcesBefore }), [paths, load, sourcesBefore]);
  const blocks = readBlocks(text).map((block, index) => <Block key={index} node={block} />);
  return <SourcesContext value={quoted}>{blocks}</SourcesContext>;
}

interface AnswerSources extends Required<Pick<AnswerMarkdownProps, 'sourcesBefore'>> {
  /** The pages whose code an answer may quote. */
  pages: readonly string[];
  load: LoadBlocks;
}

const SourcesContext = createContext<AnswerSources>({ pages: [], load: () => Promise.resolve(null), sourcesBefore: 0 });

/** Returns the paths of the pages that an answer cites. */
function citedPages(text: string, site: LinkSite): string[] {
  const targets = Array.from(text.matchAll(/\[\d{1,3}\]\(([^)\s]+)\)/g), ([, address = '']) => linkTarget(address, site));
  return targets.flatMap((target) => (target.kind === 'page' ? [target.path] : []));
}

/** Returns the paths of the pages that an answer does not quote but only names below the line "Also relevant:". */
export function relatedPages(text: string, site: LinkSite, translate: AssistantTranslate): ReadonlySet<string> {
  const at = text.lastIndexOf(`\n\n${translate('Also relevant:')}\n`);
  if (at < 0) return new Set();
  const quoted = citedPages(text.slice(0, at), site);
  return new Set(citedPages(text.slice(at), site).filter((path) => !quoted.includes(path)));
}

const Block = memo(function Block({ node }: { node: RootContent }) {
  // A block of HTML has no element, so it is shown as a paragraph of text.
  return node.type === 'html' ? <p>{node.value}</p> : renderNode(node);
});

function renderNodes(nodes: Root['children']): ReactNode[] {
  return nodes.map((node, index) => <RenderedNode key={index} node={node} />);
}

function RenderedNode({ node }: { node: RootContent }) {
  return renderNode(node);
}

/**
 * Returns the kind of a paragraph: a citation alone is the source of the code or table above it, bold text alone is a heading, and one
 * text introduces the links to other sections.
 */
function kindOf(node: Paragraph, translate: AssistantTranslate): string | undefined {
  const [only, ...others] = node.children;
  if (only === undefined || others.length > 0) return undefined;
  if (isCitationLink(only)) return 'ask-source-alone';
  if (only.type === 'strong') return 'ask-heading';
  return plainText(only) === translate('Also relevant:') ? 'ask-also' : undefined;
}

function AnswerParagraph({ node }: { node: Paragraph }) {
  const translate = useTranslate();
  return <p className={kindOf(node, translate)}>{renderNodes(node.children)}</p>;
}

/** Levels of the headings in an answer, which are below the title of the dialog and the question. */
const HEADING_TAGS = ['h4', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

/** A name such as `--end-time` that fits into one line of a phone. Browsers would break the line after its hyphens. */
const NAME_WITH_HYPHENS = /(?<=^|\s)(?=\w*-)([\w-]{4,28})(?=\s|$)/;

function renderNode(node: RootContent): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <AnswerParagraph node={node} />;
    case 'heading': {
      const Heading = HEADING_TAGS[node.depth - 1] ?? 'h6';
      return <Heading>{renderNodes(node.children)}</Heading>;
    }
    case 'emphasis':
      return <em>{renderNodes(node.children)}</em>;
    case 'strong':
      return <strong>{renderNodes(node.children)}</strong>;
    case 'inlineCode':
      return (
        <code>{node.value.split(NAME_WITH_HYPHENS).map((part, index) => (index % 2 === 0 ? part : <span key={index}>{part}</span>))}</code>
      );
    case 'code':
      return <CodeBlock>{node.value}</CodeBlock>;
    case 'blockquote':
      return <blockquote>{renderNodes(node.children)}</blockquote>;
    case 'list':
      return <AnswerList node={node} />;
    case 'listItem':
      return <li>{renderNodes(node.children)}</li>;
    case 'table':
      return <AnswerTable node={node} />;
    case 'link':
      return <AnswerLink node={node}>{renderNodes(node.children)}</AnswerLink>;
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
      return 'children' in node ? renderNodes(node.children) : null;
  }
}

/**
 * Returns the properties of a block that may be wider than the dialog. If it scrolls, it is a region that the keyboard can reach.
 * @param content what the block shows, which may grow
 */
function useScroller<T extends HTMLElement>(name: string, content: unknown) {
  const ref = useRef<T>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const block = ref.current;
    if (block === null) return undefined;
    const observer = new ResizeObserver(() => setScrolls(block.scrollWidth > block.clientWidth));
    observer.observe(block);
    return () => observer.disconnect();
  }, [content]);
  return { ref, ...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': name }) };
}

function CodeBlock({ children }: { children: string }) {
  const { pages, load } = use(SourcesContext);
  const quoted = useQuotedCode(children, pages, load);
  const translate = useTranslate();
  // One line has no bar above it.
  const hasBar = children.trimEnd().includes('\n');
  const scroller = useScroller<HTMLPreElement>(translate('Code: {line}', { line: children.trim().split('\n', 1).join() }), children);
  const [outcome, copy] = useCopy();
  return (
    <div className="ask-code" data-bar={hasBar || undefined}>
      {hasBar && <span className="ask-code-label">{quoted?.label}</span>}
      <pre {...scroller}>{quoted === null ? <code>{children}</code> : <ColoredCode tokens={quoted.tokens} />}</pre>
      <IconButton icon="copy" label={translate('Copy code')} onClick={() => copy(children)} />
      <span role="status">{outcome}</span>
    </div>
  );
}

function AnswerList({ node: { ordered, start, spread, children } }: { node: List }) {
  // Items of a tight list contain text without a paragraph around it.
  const items = children.map((item, index) => (
    <li key={index}>
      {renderNodes(
        spread ? item.children : item.children.flatMap((child): RootContent[] => (child.type === 'paragraph' ? child.children : [child])),
      )}
    </li>
  ));
  return ordered ? <ol start={start ?? 1}>{items}</ol> : <ul>{items}</ul>;
}

/** Length in characters of a text that takes four lines or more in one of three columns. */
const MIN_SQUEEZED_TEXT = 48;

interface CardLayout {
  /** Whether rows are cards: with four columns and more, or with three of which one has names in code or long texts. */
  isCards: boolean;
  /** Index of the column whose texts have no label on a card, because they are the only long ones and explain themselves; -1: none. */
  unlabeled: number;
}

function cardLayout(columns: number, rows: readonly (readonly TableCell[])[]): CardLayout {
  const isLong = (column: number): boolean => rows.some(({ [column]: cell }) => cell && plainText(cell).length >= MIN_SQUEEZED_TEXT);
  const long = Array.from({ length: columns }, (_, column) => column).filter((column) => column > 0 && isLong(column));
  const hasNames = rows.every(([name]) => name?.children[0]?.type === 'inlineCode');
  return { isCards: columns > 3 || (columns === 3 && (hasNames || long.length > 0)), unlabeled: long.length === 1 ? (long[0] ?? -1) : -1 };
}

function AnswerTable({ node: { children, align } }: { node: Table }) {
  const translate = useTranslate();
  const [head = [], ...rows] = children.map(({ children: cells }) => cells);
  const columns = head.map(plainText);
  const { isCards, unlabeled } = cardLayout(columns.length, rows);
  const scroller = useScroller<HTMLDivElement>(translate('Table: {columns}', { columns: columns.join(', ') }), children);
  const alignment = (index: number) => ({ 'data-align': align?.[index] ?? undefined });
  return (
    <div className="ask-table" data-cards={isCards || undefined} {...scroller}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col" {...alignment(index)}>
                {renderNodes(cell.children)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={index} data-label={index === unlabeled ? undefined : columns[index]} {...alignment(index)}>
                  {renderNodes(cell.children)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders a link if its target is allowed. A link with a number as its text is a citation. */
function AnswerLink({ node, children }: { node: Link; children: ReactNode }) {
  const { site } = useAnswerLinks();
  const target = linkTarget(node.url, site);
  const isCitation = isCitationLink(node);
  if (target.kind === 'none') return isCitation ? `[${node.children.map(plainText).join('')}]` : children;
  if (target.kind === 'elsewhere') return <ExternalLink href={target.href}>{children}</ExternalLink>;
  if (isCitation) return <CitationMark href={target.href} name={sourceName(target, site.pages)} number={node.children} />;
  return <a href={target.href}>{children}</a>;
}

function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const translate = useTranslate();
  // Anchors and queries stay on the page; mail and telephone open their own programs.
  if (!/^https?:/.test(href)) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> {translate('(opens in a new tab)')}</span>
    </a>
  );
}

function CitationMark({ href, name, number }: { href: string; name: string; number: Link['children'] }) {
  const { follow } = useAnswerLinks();
  const { sourcesBefore } = use(SourcesContext);
  const translate = useTranslate();
  const text = `${Number(number.map(plainText).join('')) + sourcesBefore}`;
  const onClick = (event: MouseEvent): void => {
    // In a new tab, the browser itself scrolls to the passage.
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!opensElsewhere && follow(href)) event.preventDefault();
  };
  return (
    <a
      className="ask-citation"
      href={href}
      aria-label={translate('Source {number}: {name}', { number: text, name })}
      title={name}
      onClick={onClick}
    >
      {text}
    </a>
  );
}

/** The data and the callback that the links of an answer need. */
export interface AnswerLinks {
  site: LinkSite;
  /** Navigates to a section and highlights the passage. Returns false if the browser should follow the link itself. */
  follow: (href: string) => boolean;
}

export const AnswerLinksContext = createContext<AnswerLinks | null>(null);

function useAnswerLinks(): AnswerLinks {
  const links = use(AnswerLinksContext);
  if (links === null) throw new Error('An answer is rendered outside of AnswerLinksContext, so its links cannot be resolved.');
  return links;
}

// The permitted targets of links in an answer: other sites, and existing pages of this site.

export interface KnownPage {
  /** Null if the page has no title of its own. */
  title: string | null;
}

export interface LinkSite extends Pick<SiteData, 'baseUrl' | 'url'> {
  /** Pages by path. While it is null, the pages are unknown and every path counts as a page. */
  pages: ReadonlyMap<string, KnownPage> | null;
}

type LinkTarget =
  | { kind: 'page'; href: string; path: string; hash: string }
  | { kind: 'elsewhere'; href: string }
  /** The link is shown as text. */
  | { kind: 'none' };

const NO_TARGET: LinkTarget = { kind: 'none' };

export function linkTarget(target: string, site: LinkSite): LinkTarget {
  if (!isSafeTarget(target)) return NO_TARGET;
  const home = site.url + site.baseUrl;
  const url = URL.parse(target, home);
  if (url === null) return NO_TARGET;
  if (/^[#?]/.test(target)) return { kind: 'elsewhere', href: target };
  if (url.origin !== new URL(home).origin && url.origin !== location.origin) return { kind: 'elsewhere', href: url.href };
  const path = withoutBase(site.baseUrl, url.pathname);
  if (path === null) return NO_TARGET;
  const page = normalizePath(decode(path));
  // The path is decoded and has no origin, so `/%2Fexample.org`, `/%5Cexample.org`, and `/%09/example.org` would be addresses of another host.
  if (URL.parse(page, home)?.origin !== new URL(home).origin) return NO_TARGET;
  if (site.pages !== null && !site.pages.has(page)) return NO_TARGET;
  return { kind: 'page', href: withBase(site.baseUrl, path) + url.search + url.hash, path: page, hash: url.hash };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the accessible name of a source: `Quickstart, Before you start`. */
export function sourceName({ path, hash }: { path: string; hash: string }, pages: LinkSite['pages']): string {
  const anchor = hash.slice(1).replace(/:~:.*$/s, '');
  const section = decode(anchor).replace(/[-_]+/g, ' ').trim();
  const title = pages?.get(path)?.title ?? path;
  return section === '' ? title : `${title}, ${section}`;
}

// Markdown that grows at its end is read block by block: finished blocks are parsed once, and only the last one is parsed again.

const PARSER_OPTIONS = { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] };

/** Returns the blocks of a text. As long as the text only grows, finished blocks are the same objects in each call. */
type BlockReader = (text: string) => readonly RootContent[];

const parseBlocks: BlockReader = (text) => withoutDepth(fromMarkdown(withoutMarkers(text), PARSER_OPTIONS).children);

/** Maximum depth of elements in an answer. Browsers crash when they lay out thousands of nested quotations. */
const MAX_DEPTH = 40;

/** A line that starts with so many markers of lists and quotations that the rest of them would be nested too deeply. */
const TOO_MANY_MARKERS = /^((?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){40})([ \t>*+\d.)-]+)/gm;

/** Replaces markers that are nested too deeply with spaces, because the parser takes quadratic time for the markers at the start of a line. */
const withoutMarkers = (text: string): string =>
  text.replace(TOO_MANY_MARKERS, (_, markers: string, rest: string) => markers + ' '.repeat(rest.length));

/** Removes what is nested too deeply. */
function withoutDepth<Node extends RootContent>(nodes: readonly Node[], depth = 0): Node[] {
  if (depth === MAX_DEPTH) return [];
  return nodes.map((node) => ('children' in node ? { ...node, children: withoutDepth<RootContent>(node.children, depth + 1) } : node));
}

/**
 * More text can change only the last block, with one exception that answers do not need: link definitions apply
 * only within their own block.
 */
export function createBlockReader(parse: BlockReader = parseBlocks): BlockReader {
  let finished: RootContent[] = [];
  /** Text of the finished blocks, to the start of the line where the last one begins. */
  let read = '';

  return (text) => {
    if (!text.startsWith(read)) {
      finished = [];
      read = '';
    }
    const tail = text.slice(read.length);
    const blocks = parse(tail);
    const last = blocks.at(-1);
    const start = last?.position?.start.offset ?? 0;
    const shown = [...finished, ...blocks];
    // An incomplete line may turn out to belong to the previous block.
    const lineStart = tail.lastIndexOf('\n', start - 1) + 1;
    const isApart = tail.slice(0, lineStart).endsWith('\n\n') && blocks.at(-2)?.type !== 'list';
    if (isApart || tail.includes('\n', start)) {
      read += tail.slice(0, lineStart);
      finished.push(...blocks.slice(0, -1));
    }
    return shown;
  };
}

/** Returns the text of a block without markup and citations. */
export function plainText(node: RootContent): string {
  if ('value' in node) return node.value;
  if (node.type === 'break') return ' ';
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  if (!('children' in node) || isCitationLink(node)) return '';
  const parts = node.children.map(plainText);
  const isContainer = ['list', 'listItem', 'blockquote', 'table', 'tableRow'].includes(node.type);
  return parts.join(isContainer ? '\n' : '');
}

/** Whether a node is a citation such as `[1](…)`: a link whose text is a number. */
function isCitationLink(node: RootContent): boolean {
  const [only, ...others] = node.type === 'link' ? node.children : [];
  return only?.type === 'text' && others.length === 0 && /^\d{1,3}$/.test(only.value);
}
