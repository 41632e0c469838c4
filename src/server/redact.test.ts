import { expect, test } from 'vitest';
import { redact } from './redact.ts';

test.each([
  ['mail jo.doe+x@example.co.uk now', 'mail [e-mail] now'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-123_x', 'token [token]'],
  ['key 0123456789abcdef0123456789abcdef failed', 'key [token] failed'],
  ['AUTH_OIDC_EXTRACT_JWT_ACCESS_TOKEN_CLAIMS', 'AUTH_OIDC_EXTRACT_JWT_ACCESS_TOKEN_CLAIMS'],
  ['createGlossaryTermProposalMutation', 'createGlossaryTermProposalMutation'],
  ['upgrade to v0.10.5', 'upgrade to v0.10.5'],
])('%s', (text, expected) => expect(redact(text)).toBe(expected));
