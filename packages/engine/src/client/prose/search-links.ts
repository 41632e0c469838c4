/** Links to the search page that open the search dialog where there is one. */
import { onPage } from './delegation.ts';

export function followSearchLinks(): void {
  onPage('click', 'a[data-search]', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const answered = !document.dispatchEvent(new CustomEvent('site:search', { cancelable: true }));
    if (answered) event.preventDefault();
  });
}
