/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '#config/schema.ts';
import type { Problem } from '#model/problem.ts';
import { withBase } from '#model/url.ts';

export const SECURITY_TXT = '/.well-known/security.txt';

/** Renders the file; null if the configuration names no contact. */
export function renderSecurityTxt({
  securityContact,
  url,
  baseUrl,
}: Pick<SiteConfig, 'securityContact' | 'url' | 'baseUrl'>): string | null {
  if (securityContact === null) return null;
  const { contact, expires, policy, encryption, acknowledgments, preferredLanguages } = securityContact;
  const fields: [name: string, value: string | null][] = [
    ...contact.map((address): [string, string] => ['Contact', address]),
    ['Expires', `${expires}T00:00:00Z`],
    ['Encryption', encryption],
    ['Acknowledgments', acknowledgments],
    ['Preferred-Languages', preferredLanguages.length > 0 ? preferredLanguages.join(', ') : null],
    ['Canonical', url + withBase(baseUrl, SECURITY_TXT)],
    ['Policy', policy],
  ];
  return fields.map(([name, value]) => (value === null ? '' : `${name}: ${value}\n`)).join('');
}

/** Reports an expired contact, and a static file at the same address. @param file the configuration file @param now milliseconds since the epoch */
export function checkSecurityContact(
  { securityContact, staticDirectories }: Pick<SiteConfig, 'securityContact' | 'staticDirectories'>,
  file: string,
  now: number,
): Problem[] {
  if (securityContact === null) return [];
  const problems: Problem[] = [];
  if (Date.parse(securityContact.expires) <= now) {
    const message = `securityContact.expires: ${securityContact.expires} is in the past, so ${SECURITY_TXT} is no longer valid. Check that the contact is correct, and set a date within the next year`;
    problems.push({ file, message, severity: 'warning' });
  }
  if (staticDirectories.some((folder) => existsSync(join(folder, SECURITY_TXT)))) {
    const message = `securityContact: a static folder has a file ${SECURITY_TXT}, too. Remove the file or the setting`;
    problems.push({ file, message, severity: 'error' });
  }
  return problems;
}
