import { createContext, use } from 'react';
import type { LinkSite } from './link-target.ts';

/** What the links of an answer need. */
export interface AnswerLinks {
  site: LinkSite;
  /** Goes to a section and shows the very passage; false where the browser should follow the link itself. */
  follow: (href: string) => boolean;
}

export const AnswerLinksContext = createContext<AnswerLinks | null>(null);

export function useAnswerLinks(): AnswerLinks {
  const links = use(AnswerLinksContext);
  if (links === null) throw new Error('An answer is shown outside of AnswerLinksContext, so its links lead nowhere.');
  return links;
}
