import { expect, test } from 'vitest';
import { documentTitle } from './site.ts';

const site = { title: 'Tidepool', tagline: 'Notes that stay yours' };

test.each([
  [{ kind: 'doc', title: 'First steps' }, 'First steps | Tidepool'],
  [{ kind: 'home', title: 'Tidepool' }, 'Tidepool | Notes that stay yours'],
  // The first page of the docs often has the name of the site.
  [{ kind: 'doc', title: 'Tidepool' }, 'Tidepool'],
])('R-216 the title of %o is %s', (page, title) => {
  expect(documentTitle(page, site)).toBe(title);
});
