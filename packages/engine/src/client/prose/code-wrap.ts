/** The button that wraps the long lines of a code block. */
import { onPage } from './delegation.ts';

export function wrapCodeBlocks(): void {
  onPage('click', '.code-wrap', (_event, button) => {
    const wrapped = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(wrapped));
    button.closest('figure.code')?.classList.toggle('wrapped', wrapped);
  });
}
