/** From a source in an answer to the very words on the page: goes there as any link would, then shows them for a while. */
import { focusOn, PAGE_SHOWN } from '../router/arrive.ts';
import { hashTarget } from '../router/hash-target.ts';
import { findPassage, readPassageAddress, withoutPassage, type PassageAddress } from './find-passage.ts';
import { reveal } from './reveal.ts';

/** Names of the marks in the style sheet: as it appears, and as it leaves. */
const MARK = 'passage';
const LEAVING = 'passage-leaving';
const SHOWN_MS = 7000;
const LEAVING_MS = 700;

let timer: ReturnType<typeof setTimeout> | undefined;

function unmark(): void {
  clearTimeout(timer);
  for (const name of [MARK, LEAVING]) CSS.highlights?.delete(name);
}

/** Marks without touching the document. Where the browser cannot, the words stand in the middle of the window all the same. */
function mark(range: Range): void {
  unmark();
  if (CSS.highlights === undefined) return;
  const highlight = new Highlight(range);
  CSS.highlights.set(MARK, highlight);
  timer = setTimeout(() => {
    CSS.highlights.delete(MARK);
    CSS.highlights.set(LEAVING, highlight);
    timer = setTimeout(unmark, LEAVING_MS);
  }, SHOWN_MS);
  document.addEventListener(PAGE_SHOWN, unmark, { once: true });
}

/** Shows the passage of an address on the page that is there now; without it the section stays where the browser put it. */
export function showPassage(address: PassageAddress): void {
  const body = document.querySelector('.page-body');
  const range = body === null ? null : findPassage(body, address);
  const element = range?.startContainer.parentElement;
  if (!range || !element) return;
  reveal(element);
  element.scrollIntoView({ block: 'center' });
  mark(range);
}

/**
 * Goes to the page and section of an address and shows the passage that it names. False where it names none, or where
 * links load documents: there the browser looks for the passage itself.
 */
export function followCitation(href: string): boolean {
  const url = new URL(href, location.href);
  const address = readPassageAddress(url.hash);
  const navigation = (window as { navigation?: Navigation }).navigation;
  if (address === null || navigation === undefined) return false;
  void goAndShow(navigation, withoutPassage(url.href), address);
  return true;
}

async function goAndShow(navigation: Navigation, href: string, address: PassageAddress): Promise<void> {
  try {
    await navigation.navigate(href).finished;
  } catch {
    // Another navigation came in between, or the router has told why the page cannot be shown.
    return;
  }
  const target = hashTarget(location.hash);
  if (target) focusOn(target);
  showPassage(address);
}
