/** Enlarges pictures of the text: a click on one shows it in the whole window. */
import { wordsOf } from '#model/interface-words.ts';
import { element, showDialog } from '../layout/page-dialog.ts';
import { onPage } from '../page-events.ts';
import { siteData } from '../site-data.ts';

export function startZoom(): void {
  onPage('click', 'a.zoom', (event, link) => {
    const picture = link.firstElementChild;
    if (picture === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    showEnlarged(picture);
  });
}

/** The browser keeps the focus in the dialog, closes it on Escape, and returns the focus to the link. */
function showEnlarged(picture: Element): void {
  const say = wordsOf(siteData() ?? {});
  const copy = picture.cloneNode(true) as Element;
  for (const sized of [copy, ...copy.querySelectorAll('[sizes]')]) if (sized.hasAttribute('sizes')) sized.setAttribute('sizes', '100vw');
  const image = copy.matches('img') ? copy : copy.querySelector('img');
  const close = Object.assign(element('button', '×'), { type: 'button', className: 'zoomed-close', ariaLabel: say('Close') });
  const dialog = Object.assign(element('dialog', copy, close), {
    className: 'zoomed',
    ariaLabel: image?.getAttribute('alt') || say('Enlarged picture'),
  });
  dialog.addEventListener('click', () => dialog.close());
  showDialog(dialog);
}
