import { expect, test } from 'vitest';
import { redact } from './redact.ts';

const LETTERS_AND_DIGITS = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY';

test.each([
  ['mail jo.doe+x@example.co.uk now', 'mail [e-mail] now'],
  ['jörg@müller.de', '[e-mail]'],
  ['<ana@example.org>,ben@example.org', '<[e-mail]>,[e-mail]'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-123_x', 'token [token]'],
  ['key 0123456789abcdef0123456789abcdef failed', 'key [token] failed'],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', '[token]'],
  [`ghp_${LETTERS_AND_DIGITS}`, '[token]'],
  ['glpat-abcdefghijklmnopqrst', '[token]'],
  ['sk-abcdefghijklmnopqrstuvwx', '[token]'],
  ['xoxb-abcdefgh-ijklmnopqr', '[token]'],
  ['AKIAIOSFODNNEXAMPLEX is refused', '[token] is refused'],
  ['Authorization: Bearer abcdefghijkl', 'Authorization: Bearer [token]'],
  [`aws ${LETTERS_AND_DIGITS}/+=`, 'aws [token]'],
  ['postgres://ana:s3cret@db.example.org/shop', 'postgres://[password]@db.example.org/shop'],
  ['https://ana:p@ss@example.org', 'https://[password]@example.org'],
  ['mysql://x?password=hunter&ssl=1', 'mysql://x?password=[secret]&ssl=1'],
  ['password: hunter2 does not work', 'password: [secret] does not work'],
  ['API_KEY=abc', 'API_KEY=[secret]'],
  ['from 192.0.2.7:8080', 'from [address]:8080'],
  ['from 2001:db8::7 and fe80::1c2d', 'from [address] and [address]'],
])('%s is redacted', (text, expected) => expect(redact(text)).toBe(expected));

test.each([
  'AUTH_OIDC_EXTRACT_JWT_ACCESS_TOKEN_CLAIMS',
  'createGlossaryTermProposalMutation',
  'MetadataChangeLog_Versioned_v1',
  '/docs/generated/ingestion/sources/s3#starter-recipe',
  'urn:li:dataset:(urn:li:dataPlatform:s3,bucket/orders,PROD)',
  'upgrade to v0.10.5, acryl-datahub[bigquery]==0.10.4.1',
  'npm i react@19.3.1 or @docsearch/react@5.1.0',
  'localhost:8080 or 127.0.0.1 or 0.0.0.0 or ::1',
  'password=${PASSWORD} or token=<your-token>',
  'invalid token: expired',
  'std::vector at 12:34:56',
  'sk-learn and scikit-learn models',
  'how do I ingest from Snowflake? 日本語 👩‍💻',
  '',
])('%s stays as it is', (text) => expect(redact(text)).toBe(text));

test('long texts made to be slow are done at once', () => {
  for (const piece of ['a', 'a.', 'a@', '1.', ':', 'a1', 'eyJ', 'password', 'x://', 'ab-']) {
    const start = performance.now();
    redact(piece.repeat(20_000 / piece.length));
    expect(performance.now() - start, piece).toBeLessThan(500);
  }
});
