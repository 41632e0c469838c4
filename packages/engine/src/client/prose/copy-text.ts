/** Buttons that copy what they name: `data-copy-text="…"` the text itself, `data-copy-page` the page as Markdown. */
import { clearRefused, copy, showCopied, showRefused } from './clipboard.ts';
import { onPage } from './delegation.ts';

async function copyText(button: HTMLElement): Promise<void> {
  const text = button.dataset.copyText ?? '';
  clearRefused(button);
  try {
    await copy(text);
    showCopied(button);
  } catch {
    showRefused(button, `The browser did not allow copying. Select and copy it by hand: ${text}`);
  }
}

async function fetchMarkdown(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.text();
}

/** The address stands in `data-markdown`, or is the target where the control is a link. */
async function copyPage(control: HTMLElement): Promise<void> {
  const address = control.dataset.markdown ?? control.getAttribute('href');
  if (!address) return;
  clearRefused(control);
  const markdown = fetchMarkdown(address);
  try {
    await copy(markdown);
    showCopied(control);
  } catch {
    const fetched = await markdown.then(
      () => true,
      () => false,
    );
    const reason = fetched ? 'The browser did not allow copying' : 'The page could not be fetched';
    showRefused(control, `${reason}. Its Markdown is at ${new URL(address, location.href).href}`);
  }
}

export function copyTexts(): void {
  onPage('click', '[data-copy-text]', (_event, button) => void copyText(button));
  onPage('click', '[data-copy-page]', (event, control) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void copyPage(control);
  });
}
