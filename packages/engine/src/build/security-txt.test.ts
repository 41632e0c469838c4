import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { siteConfigSchema } from '#config/schema.ts';
import { checkSecurityContact, renderSecurityTxt } from './security-txt.ts';

const folder = mkdtempSync(join(tmpdir(), 'security-txt-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CONTACT = { contact: ['mailto:security@example.org', 'https://example.org/report'], expires: '2027-03-01' };
const configured = (securityContact: object) =>
  siteConfigSchema.parse({
    title: 'Sample',
    url: 'https://docs.example.org',
    baseUrl: '/portal/',
    staticDirectories: [folder],
    securityContact,
  });

test('the file contains the fields that RFC 9116 requires, its own address, and the configured fields', () => {
  expect(renderSecurityTxt(configured(CONTACT))).toBe(
    [
      'Contact: mailto:security@example.org',
      'Contact: https://example.org/report',
      'Expires: 2027-03-01T00:00:00Z',
      'Canonical: https://docs.example.org/portal/.well-known/security.txt',
      '',
    ].join('\n'),
  );
  const all = { ...CONTACT, policy: 'https://example.org/policy', preferredLanguages: ['en', 'de'] };
  expect(renderSecurityTxt(configured(all))).toContain('Preferred-Languages: en, de\n');
  expect(renderSecurityTxt(configured(all))).toContain('Policy: https://example.org/policy\n');
});

test('no file is written without a contact', () => {
  expect(renderSecurityTxt(siteConfigSchema.parse({ title: 'Sample', url: 'https://docs.example.org' }))).toBeNull();
});

test('a contact must be an address such as mailto:, and the expiry must be a date', () => {
  const messageOf = (contact: object): string =>
    siteConfigSchema.safeParse({ title: 'S', url: 'https://a.example', securityContact: contact }).error?.message ?? '';
  expect(messageOf({ ...CONTACT, contact: ['security@example.org'] })).toContain('such as mailto:security@example.org');
  expect(messageOf({ ...CONTACT, contact: ['http://example.org'] })).toContain('such as mailto:security@example.org');
  expect(messageOf({ ...CONTACT, contact: [] })).toContain('at least one address');
  expect(messageOf({ ...CONTACT, expires: 'next year' })).toContain('a day such as 2027-03-01');
});

test('a date in the past is a warning, and a second security.txt file is an error', () => {
  const config = configured(CONTACT);
  const check = (day: string) => checkSecurityContact(config, 'site.config.ts', Date.parse(day));
  expect(check('2027-02-28')).toEqual([]);
  expect(check('2027-03-01')).toMatchObject([{ severity: 'warning', message: expect.stringContaining('2027-03-01 is in the past') }]);
  mkdirSync(join(folder, '.well-known'));
  writeFileSync(join(folder, '.well-known/security.txt'), '');
  expect(check('2027-02-28')).toMatchObject([{ severity: 'error', message: expect.stringContaining('Remove the file or the setting') }]);
});
