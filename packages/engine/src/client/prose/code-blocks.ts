/** Blocks of a page that may scroll sideways: code, tables and diagrams. */
import { onPage, PAGE_SHOWN } from '../page-events.ts';

const BLOCKS = ':is(.code > pre, .table, figure.diagram)';

export function startCodeBlocks(): void {
  onPage('click', '.code-wrap', (_event, button) => {
    const wrapped = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(wrapped));
    button.closest('figure.code')?.classList.toggle('wrapped', wrapped);
  });
  document.addEventListener(PAGE_SHOWN, followScrollers);
  followScrollers();
}

let measuring: ResizeObserver | undefined;

/**
 * Leaves in the tab order only what scrolls: the build does not know the width of the window, so it marks every block. Blocks are
 * measured when they come near, because a long reference page has hundreds and lays out only those in view.
 */
function followScrollers(): void {
  measuring?.disconnect();
  const observer = new ResizeObserver((entries) => {
    const widths = entries.map(({ target }) => [target as HTMLElement, target.scrollWidth > target.clientWidth + 1] as const);
    for (const [block, scrolls] of widths) markScroller(block, scrolls);
  });
  measuring = observer;
  for (const block of document.querySelectorAll<HTMLElement>(BLOCKS)) {
    block.removeAttribute('tabindex');
    observer.observe(block);
  }
}

function markScroller(block: HTMLElement, scrolls: boolean): void {
  if (scrolls) block.tabIndex = 0;
  else block.removeAttribute('tabindex');
  block.closest('.code')?.classList.toggle('scrolls', scrolls);
}
