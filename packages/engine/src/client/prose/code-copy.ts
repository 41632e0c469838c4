/** The copy button of a code block. */
import { clearRefused, copy, showCopied, showRefused } from './clipboard.ts';
import { onPage } from './delegation.ts';

async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('figure.code')?.querySelector('pre code');
  if (!code) return;
  clearRefused(button);
  try {
    await copy((code.textContent ?? '').replace(/\n$/, ''));
    showCopied(button);
  } catch {
    getSelection()?.selectAllChildren(code);
    showRefused(button, 'The browser did not allow copying. The code is selected: copy it with Ctrl+C or Cmd+C.');
  }
}

export function copyCodeBlocks(): void {
  onPage('click', '.code-copy', (_event, button) => void copyCode(button));
}
