import { z } from 'zod';

import { hexColor, text } from './address.ts';

const ELEMENTS = new Set(['a', 'b', 'br', 'code', 'em', 'i', 'p', 'span', 'strong']);
const ATTRIBUTES = new Set(['class', 'href', 'title']);
const TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/gi;
const ATTRIBUTE = /([a-z-]+)="([^"]*)"/gi;
/** Where a link may lead: another site, a mailbox, or a route of this one. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:|\/|#)/i;

/** What of the HTML is refused, as the author wrote it; null when all of it is allowed. */
function refusedPart(html: string): string | null {
  for (const [tag, element = '', attributes = ''] of html.matchAll(TAG)) {
    if (!ELEMENTS.has(element.toLowerCase())) return tag;
    for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE))
      if (!ATTRIBUTES.has(name.toLowerCase()) || (name.toLowerCase() === 'href' && !SAFE_LINK.test(value))) return tag;
  }
  return /<.{0,40}/s.exec(html.replace(TAG, ''))?.[0] ?? null;
}

/** HTML that shows text and links, and can do nothing else. */
const inlineHtml = text.superRefine((html, context) => {
  const refused = refusedPart(html);
  if (refused === null) return;
  const message = `text with ${[...ELEMENTS].join(', ')} and the attributes ${[...ATTRIBUTES].join(', ')} in double quotes; remove ${refused}`;
  context.addIssue({ code: 'custom', message });
});

/** The strip above the navbar. */
export const announcementBarSchema = z.strictObject({
  /** Names this announcement: a reader's dismissal is forgotten when the id changes. */
  id: text.default('announcement'),
  /** HTML of one line: text, links and emphasis. Anything else is an error. */
  content: inlineHtml,
  /** Default `#070707`. */
  backgroundColor: hexColor.default('#070707'),
  /** Default `#ffffff`. */
  textColor: hexColor.default('#ffffff'),
  /** Whether the reader may put it away; default false. */
  isCloseable: z.boolean().default(false),
});
