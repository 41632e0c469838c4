/** Code blocks: the button that wraps long lines. */
import { onPage } from '../page-events.ts';

export function startCodeBlocks(): void {
  onPage('click', '.code-wrap', (_event, button) => {
    const wrapped = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(wrapped));
    button.closest('figure.code')?.classList.toggle('wrapped', wrapped);
  });
}
