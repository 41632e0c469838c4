import { describe, expect, test } from 'vitest';

import { elementsWithoutEffect, headMetadata } from './head-metadata.ts';

describe('R-605 metadata in `<head>`', () => {
  test('sets the title, the description, the keywords, and the picture of the page', () => {
    const body = `Text.

<Head>
  <title>Jobs of Kestrel</title>
  {/* <meta name="description" content="A comment" /> */}
  <meta name="description" content="How jobs run" />
  <meta property="og:description" content="For networks" />
  <meta name="keywords" content="jobs, queues" />
  <meta
    property="og:image"
    content="https://kestrel.example.org/jobs.png"
  />
  <meta name="twitter:image" content="https://kestrel.example.org/small.png" />
</Head>
`;
    expect(headMetadata(body)).toEqual({
      title_meta: 'Jobs of Kestrel',
      description: 'How jobs run',
      keywords: ['jobs', 'queues'],
      image: 'https://kestrel.example.org/jobs.png',
    });
  });

  test('may be a quoted text in braces, but neither code nor an example', () => {
    expect(headMetadata("<head>\n<title>{'Jobs'}</title>\n</head>\n")).toEqual({ title_meta: 'Jobs' });
    expect(headMetadata('<head><title>{title}</title><meta name="description" content={text} /></head>\n')).toEqual({});
    expect(headMetadata('```html\n<head>\n<title>Jobs</title>\n</head>\n```\n\n`<head>`\n')).toEqual({});
  });

  test('without an effect is found with its line', () => {
    const content = `
<meta charSet="utf-8" />
<title>{title}</title>
<meta name="description" content="How jobs run" />
<link rel="canonical" href="https://kestrel.example.org/jobs" />
<script type="application/ld+json">{JSON.stringify({ "@type": "<Job>" })}</script>
`;
    expect(elementsWithoutEffect(content, { description: 'How jobs run' })).toMatchObject([
      { row: 2, label: '<title>' },
      { row: 4, label: '<link rel="canonical">' },
      { row: 5, label: '<script>' },
    ]);
    expect(elementsWithoutEffect('<meta name="description" content="In a partial">', {})).toHaveLength(1);
  });
});
