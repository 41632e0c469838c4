import { expect, test } from 'vitest';

import { readTownHalls, townHallFeed } from './town-hall-feed.ts';

const BODY = `Introduction.

## 2023

### [23 March 2023](https://youtu.be/a)

- News of [Lite](datahub_lite.md#start).
- Questions.

### [5 January 2023](https://youtu.be/b)

See also the [January slides](https://example.org/slides).

### 1 January 2023

There is no recording.

### Recordings from 2020

Ask for an account.
`;

const contribution = (body: string) =>
  townHallFeed().content?.({
    basePath: '/docs',
    siteUrl: 'https://docs.example.com/portal',
    docs: [{ id: 'townhall-history', path: '/docs/townhall-history', file: 'x/townhall-history.md', body }],
  } as never);

test('each meeting has its date, its recording, and its topics', () => {
  expect(readTownHalls(BODY).map(({ name, date, recording }) => [name, date.toISOString().slice(0, 10), recording])).toEqual([
    ['23 March 2023', '2023-03-23', 'https://youtu.be/a'],
    ['5 January 2023', '2023-01-05', 'https://youtu.be/b'],
  ]);
});

test('the feed links to the meetings on the page with absolute addresses', async () => {
  const xml = (await contribution(BODY))?.files?.['/docs/townhalls/feed.xml'] ?? '';
  expect(xml).toMatch(/^<\?xml[^>]*\?>\s*<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/);
  expect(xml).toContain('<updated>2023-03-23T00:00:00.000Z</updated>');
  expect(xml).toContain('href="https://docs.example.com/portal/docs/townhall-history#23-march-2023"');
  expect(xml).toContain('href="https://docs.example.com/portal/docs/datahub_lite#start"');
  expect(xml.match(/<entry>/g)).toHaveLength(2);
});

test('a page without meetings is reported', async () => {
  expect((await contribution('Nothing yet.'))?.problems).toMatchObject([{ file: 'x/townhall-history.md', severity: 'error' }]);
});
