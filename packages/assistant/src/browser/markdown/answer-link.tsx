import type { Link } from 'mdast';
import type { MouseEvent, ReactNode } from 'react';
import { useAnswerLinks } from './answer-links.ts';
import { isCitationLink, plainText } from './block-reader.ts';
import { linkTarget, sourceName } from './link-target.ts';

/** A link as far as it may live; a number that leads to a page is the mark of a source. */
export function AnswerLink({ node, children }: { node: Link; children: ReactNode }) {
  const { site } = useAnswerLinks();
  const target = linkTarget(node.url, site);
  const isCitation = isCitationLink(node);
  if (target.kind === 'none') return isCitation ? `[${node.children.map(plainText).join('')}]` : children;
  if (target.kind === 'elsewhere') return <OutwardLink href={target.href}>{children}</OutwardLink>;
  if (isCitation) return <CitationMark href={target.href} name={sourceName(target, site.pages)} number={node.children} />;
  return <a href={target.href}>{children}</a>;
}

function OutwardLink({ href, children }: { href: string; children: ReactNode }) {
  // Anchors and queries stay on the page; mail and telephone open their own programs.
  if (!/^https?:/.test(href)) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

function CitationMark({ href, name, number }: { href: string; name: string; number: Link['children'] }) {
  const { follow } = useAnswerLinks();
  const text = number.map(plainText).join('');
  const onClick = (event: MouseEvent): void => {
    // In a new tab the browser itself looks for the passage.
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!isElsewhere && follow(href)) event.preventDefault();
  };
  return (
    <a className="ask-citation" href={href} aria-label={`Source ${text}: ${name}`} title={name} onClick={onClick}>
      {text}
    </a>
  );
}
