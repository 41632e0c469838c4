import type { GenerateContext } from '../contract.ts';

/** From an entity's page to the docs' root. */
export const ROOT = '../../..';

/** A link to a written page, or the bare text on a site that does not have it. @param text Markdown */
export type LinkToDoc = (page: string, text: string) => string;

export function createDocLinks({ hasDoc }: GenerateContext): LinkToDoc {
  return (page, text) => (hasDoc(page) ? `[${text}](${ROOT}/${page})` : text);
}
