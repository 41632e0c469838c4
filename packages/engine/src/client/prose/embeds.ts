/** Embedded players of other sites: on a click, the frame replaces its link. Nothing is loaded from the other site before. */
import { onPage } from '../page-events.ts';

export function startEmbeds(): void {
  onPage('click', 'a[data-embed]', (event, link) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    frame.className = 'embed';
    frame.title = link.textContent;
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation');
    frame.src = link.dataset['embed'] ?? '';
    link.replaceWith(frame);
    frame.focus();
  });
}
