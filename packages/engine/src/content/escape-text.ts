/** Escapes text for use between tags. Unlike `escapeHtml`, it keeps quotation marks and `>`, of which code has many, so that pages are smaller. */
export const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
