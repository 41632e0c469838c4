import type { MouseEvent, ReactNode } from 'react';
import { MarkedText } from '../marked-text.tsx';
import type { ResultItem } from '../result-item.ts';
import { SearchIcon } from '../icons.tsx';

export interface OptionRowProps {
  item: ResultItem;
  id: string;
  isActive: boolean;
  icon: 'page' | 'section' | 'recent' | 'star' | 'question';
  /** Whether the row above is of the same page. */
  continued?: boolean;
  onPoint: () => void;
  onChoose: (event: MouseEvent) => void;
}

/** An option is an ordinary link, so that it opens in any way that links do; the keyboard stays in the field. */
export function OptionRow({ item, id, isActive, icon, continued = false, onPoint, onChoose }: OptionRowProps) {
  return (
    <a
      role="option"
      id={id}
      href={item.href}
      className="search-option"
      aria-selected={isActive}
      data-continued={continued || undefined}
      tabIndex={-1}
      draggable={false}
      // A pointer that rests while the list moves under it points at nothing.
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <SearchIcon name={icon} />
      <span className="search-option-text">
        <span className="search-option-title">
          <MarkedText pieces={item.title} />
        </span>
        <Below item={item} continued={continued} />
      </span>
      <SearchIcon name="enter" />
    </a>
  );
}

export interface AskRowProps {
  label: string;
  query: string;
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

/** The last option: the query as a question to the assistant. */
export function AskRow({ label, query, id, isActive, onPoint, onChoose }: AskRowProps) {
  return (
    <div
      role="option"
      id={id}
      className="search-option search-ask"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <SearchIcon name="ask" />
      <span className="search-option-title">
        {label}: “{query}”
      </span>
      <SearchIcon name="enter" />
    </div>
  );
}

function Below({ item, continued }: { item: ResultItem; continued: boolean }): ReactNode {
  const named = !item.isPage && !continued;
  if (!named && item.excerpt.length === 0) return null;
  return (
    <span className="search-option-below">
      {named && (
        <span className="search-option-page">
          <MarkedText pieces={item.pageTitle} />
        </span>
      )}
      {named && item.excerpt.length > 0 && ' · '}
      <MarkedText pieces={item.excerpt} />
    </span>
  );
}
