/** Embedded players of other sites. A click on the link replaces it with the player; before, nothing is loaded from the other site. */
import { delegate } from '../page-events.ts';

/** Sets up the links of players on every page. */
export function startEmbeds(): void {
  delegate('click', 'a[data-embed]', (event, link) => {
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
