import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createImageDownloads, FAILED_DOWNLOADS, isPublicAddress, removeUnusedImages } from './remote-images.ts';
import { compileMarkdown } from './testing/compile-markdown.ts';

/** The test hosts have loopback addresses. */
const isAllowed = (): boolean => true;

/** A host of pictures. @returns its address, the requested paths, and a folder for downloads */
async function openHost(): Promise<{ url: string; asked: string[]; cacheDir: string }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path.startsWith('/moved')) response.writeHead(302, { location: path.slice('/moved'.length) }).end();
    else if (path.includes('.png')) response.writeHead(200, { 'content-type': 'image/png' }).end('png');
    else if (path.startsWith('/active'))
      response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>');
    else if (path.startsWith('/large')) response.writeHead(200, { 'content-type': 'image/gif' }).end(Buffer.alloc(5000));
    else if (path.startsWith('/page')) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Sign in</p>');
    else if (!path.startsWith('/never')) response.writeHead(404).end();
  });
  const cacheDir = mkdtempSync(join(tmpdir(), 'remote-images-'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(cacheDir, { recursive: true });
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, cacheDir };
}

test('a picture is downloaded once across pages and builds', async () => {
  const { url, asked, cacheDir } = await openHost();
  for (let build = 0; build < 2; build++) {
    const download = createImageDownloads({ isAllowed, cacheDir });
    const [one, two] = await Promise.all([download(`${url}/a.png?x=1`), download(`${url}/a.png?x=1`)]);
    expect(one).toBe(two);
    expect(one).toMatchObject({ file: expect.stringMatching(/[0-9a-f]{24}\.png$/) as string });
    expect('file' in one && readFileSync(one.file, 'utf8')).toBe('png');
  }
  expect(asked).toEqual(['/a.png?x=1']);
});

test('a picture whose file in the cache is empty is downloaded again', async () => {
  const { url, asked, cacheDir } = await openHost();
  for (let build = 0; build < 2; build++) {
    const found = await createImageDownloads({ isAllowed, cacheDir, limits: { pictures: 1 } })(`${url}/a.png`);
    if (!('file' in found)) throw new Error('The picture was not downloaded.');
    expect(readFileSync(found.file, 'utf8')).toBe('png');
    writeFileSync(found.file, '');
  }
  expect(asked).toEqual(['/a.png', '/a.png']);
});

test('R-605 the link around a picture that cannot be downloaded keeps its target', async () => {
  const picture = '[![Status](https://badges.example.org/s.png)](https://ci.example.org/kestrel)';
  const services = { downloadImage: async () => ({ error: 'the host responds with status 404' }) };
  for (const page of [await compileMarkdown(picture, { services }), await compileMarkdown(picture)]) {
    expect(page.html).toContain('<a href="https://ci.example.org/kestrel" class="external" rel="noopener"><span>Status</span></a>');
    expect(page.problems.map(({ message }) => message)).toEqual([expect.stringContaining('shown as text')]);
  }
  const unnamed = await compileMarkdown('[![](https://badges.example.org/s.png)](https://ci.example.org/kestrel)', { services });
  expect(unnamed.html).toContain('rel="noopener"><span>Picture</span></a>');
});

test('a response that is not an image, is too large, or fails is reported and retried by the next build', async () => {
  const { url, cacheDir } = await openHost();
  const download = createImageDownloads({ isAllowed, cacheDir, maxBytes: 1000 });
  expect(await download(`${url}/lost`)).toEqual({ error: 'the host responds with status 404' });
  expect(await download(`${url}/page`)).toEqual({ error: 'the host responds with the media type text/html, which is not an image' });
  expect(await download(`${url}/large`)).toEqual({ error: 'it has more than 0 MB' });
  const impatient = createImageDownloads({ isAllowed, cacheDir, timeoutMs: 200 });
  expect(await impatient(`${url}/never`)).toEqual({ error: 'the host took longer than 0.2 seconds' });
  expect(await createImageDownloads({ isAllowed, cacheDir })(`${url}/b.png`)).toHaveProperty('file');
});

test.each(['http://%5B::1%5D/x.png', 'http://a b/x.png', 'https://', 'http://[::1/x.png', '//:0/x.png'])(
  '%j is not downloaded and does not stop the build',
  async (url) => {
    const { cacheDir } = await openHost();
    const page = await compileMarkdown(`![x](<${url}>)`, { services: { downloadImage: createImageDownloads({ cacheDir }) } });
    expect(page.problems[0]?.message).toMatch(/could not be downloaded|shown as a link|there is no such/);
  },
);

test('of a downloaded drawing with scripts, a picture is published', async () => {
  const { url, cacheDir } = await openHost();
  const downloadImage = createImageDownloads({ isAllowed, cacheDir });
  const { assets, html } = await compileMarkdown(`![A drawing](${url}/active.svg)`, { services: { downloadImage } });
  expect(html).toMatch(/<img src="\/assets\/images\/drawing-\w+\.svg"/);
  expect(readFileSync(assets[0]?.absolute ?? '', 'utf8')).toMatch(/^<svg [^<>]*><image [^<>]*><\/svg>$/);
});

test('a limited number of redirects is followed', async () => {
  const { url, cacheDir } = await openHost();
  const download = createImageDownloads({ isAllowed, cacheDir });
  expect(await download(`${url}/moved/moved/c.png`)).toHaveProperty('file');
  expect(await download(`${url}${'/moved'.repeat(6)}/d.png`)).toEqual({ error: 'the host redirects more than 5 times' });
  expect(await download(`${url}/movedfile:///etc/hostname`)).toEqual({ error: 'file: is not http or https' });
});

test('the build connects only to public addresses, also after redirects and name resolution', async () => {
  const { url, asked, cacheDir } = await openHost();
  const { port } = new URL(url);
  const refused = (host: string) => ({ error: `${host} is not a public address, so the build does not connect to it` });
  const download = createImageDownloads({ cacheDir });
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '169.254.169.254']) {
    const address = new URL(`http://${host}:${port}/a.png`);
    expect(await download(address.href), host).toEqual(refused(address.hostname));
  }
  expect(asked).toEqual([]);
  const elsewhere = createImageDownloads({ cacheDir, isAllowed: (address) => address === '127.0.0.1' });
  expect(await elsewhere(`${url}/movedhttp://[::1]:${port}/e.png`)).toEqual(refused('[::1]'));
  expect(asked).toHaveLength(1);
});

test.each([
  ...[
    '10.1.2.3',
    '100.64.1.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '192.88.99.1',
    '203.0.113.7',
  ],
  ...[
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '::ffff:0:7f00:1',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '5f00::1',
    'localhost',
  ],
])('%s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['8.8.8.8', '100.128.0.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is a public address', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

test('a host is skipped after three requests without a response', async () => {
  const { url, asked, cacheDir } = await openHost();
  const download = createImageDownloads({ isAllowed, cacheDir, timeoutMs: 50 });
  const late = { error: 'the host took longer than 0.05 seconds' };
  for (const name of ['never1', 'never2', 'never3']) expect(await download(`${url}/${name}`)).toEqual(late);
  const givenUp = { error: `${new URL(url).host} did not respond to other requests` };
  for (const name of ['never4', 'a.png']) expect(await download(`${url}/${name}`)).toEqual(givenUp);
  // On a busy machine, a request may time out before the host receives it.
  expect(['/never1', '/never2', '/never3']).toEqual(expect.arrayContaining(asked));
});

/** The error of a picture beyond a limit, and that of the next ones. */
const beyond = (fact: string) =>
  [false, true].map((isReported) => ({
    error: expect.stringMatching(`^${fact}.*copies of the pictures beside their pages$`) as string,
    isReported,
  }));

test('a build requests a limited number of pictures, including those of earlier builds, and reports the limit once', async () => {
  const { url, asked, cacheDir } = await openHost();
  const limits = { pictures: 3 };
  const first = createImageDownloads({ isAllowed, cacheDir, limits });
  expect(await first(`${url}/1.png`)).toHaveProperty('file');
  const download = createImageDownloads({ isAllowed, cacheDir, limits });
  for (const name of ['1.png', '2.png', '3.png']) expect(await download(`${url}/${name}`)).toHaveProperty('file');
  const [reported, repeated] = beyond('the build downloads at most 3 pictures');
  expect(await download(`${url}/4.png`)).toEqual(reported);
  for (const name of ['5.png', '6.png']) expect(await download(`${url}/${name}`)).toEqual(repeated);
  expect(await download(`${url}/2.png`)).toHaveProperty('file');
  expect(asked).toEqual(['/1.png', '/2.png', '/3.png']);
});

test('a build receives a limited number of bytes, also those of pictures that it cannot use, and those in the cache count', async () => {
  const { url, asked, cacheDir } = await openHost();
  const limits = { bytes: 12_000 };
  const download = createImageDownloads({ isAllowed, cacheDir, limits, maxBytes: 4000 });
  for (const name of ['large1', 'large2']) expect(await download(`${url}/${name}`)).toEqual({ error: 'it has more than 0 MB' });
  const [reported, repeated] = beyond('all pictures together have more than 0.012 MB');
  expect(await download(`${url}/large3`)).toEqual(reported);
  expect(await download(`${url}/a.png`)).toEqual(repeated);
  expect(asked).toEqual(['/large1', '/large2', '/large3']);
  const next = createImageDownloads({ isAllowed, cacheDir, limits });
  for (const name of ['large1', 'large2']) expect(await next(`${url}/${name}`)).toHaveProperty('file');
  expect(await createImageDownloads({ isAllowed, cacheDir, limits })(`${url}/large3`)).toEqual(reported);
});

test('the time of all downloads of a build has a limit, although each picture is faster than its own', async () => {
  const { url, asked, cacheDir } = await openHost();
  const download = createImageDownloads({ isAllowed, cacheDir, limits: { totalMs: 300 } });
  const [reported, repeated] = beyond('the downloads of this build took longer than 0.3 seconds together.*Build again');
  expect(await download(`${url}/never`)).toEqual(reported);
  for (const name of ['a.png', 'b.png']) expect(await download(`${url}/${name}`)).toEqual(repeated);
  expect(asked).toEqual(['/never']);
});

test('a build stops after a number of late pictures and asks a limited number of hosts', async () => {
  const { url, asked, cacheDir } = await openHost();
  const local = url.replace('127.0.0.1', 'localhost');
  const late = createImageDownloads({ isAllowed, cacheDir, timeoutMs: 100, limits: { late: 2 } });
  for (const address of [`${url}/never1`, `${local}/never2`])
    expect(await late(address)).toEqual({ error: 'the host took longer than 0.1 seconds' });
  const [reported, repeated] = beyond('2 pictures took longer than 0.1 seconds each.*Build again');
  expect(await late(`${url}/a.png`)).toEqual(reported);
  expect(await late(`${url}/b.png`)).toEqual(repeated);
  expect(asked.filter((path) => path.endsWith('.png'))).toEqual([]);
  const few = createImageDownloads({ isAllowed, cacheDir, limits: { hosts: 1 } });
  expect(await few(`${url}/c.png`)).toHaveProperty('file');
  expect(await few(`${local}/d.png`)).toEqual(beyond('the build downloads pictures of at most 1 hosts')[0]);
  expect(await few(`${url}/e.png`)).toHaveProperty('file');
});

test('a page with many pictures beyond a limit reports the first one and links to all of them', async () => {
  const { url, cacheDir } = await openHost();
  const downloadImage = createImageDownloads({ isAllowed, cacheDir, limits: { pictures: 0 } });
  const { html, problems } = await compileMarkdown(Array.from({ length: 50 }, (_, n) => `![P${n}](${url}/${n}.png)`).join('\n'), {
    services: { downloadImage },
  });
  expect(html.match(/class="external image-link"/g)).toHaveLength(50);
  expect(problems).toMatchObject([{ message: expect.stringContaining('at most 0 pictures') as string, kind: FAILED_DOWNLOADS }]);
});

test('unused pictures are removed from the cache, and other files are not', async () => {
  const { url, cacheDir } = await openHost();
  const download = createImageDownloads({ isAllowed, cacheDir });
  const [used, unused] = await Promise.all([download(`${url}/1.png`), download(`${url}/2.png`)]);
  writeFileSync(join(cacheDir, 'mine.png'), '');
  if (!('file' in used) || !('file' in unused)) throw new Error('The pictures were not downloaded.');
  removeUnusedImages(cacheDir, new Set([used.file]));
  expect(readdirSync(cacheDir).toSorted()).toEqual([basename(used.file), 'mine.png'].toSorted());
});

test('a page shows downloaded pictures with their sizes and links to those that failed', async () => {
  const { html, problems } = await compileMarkdown('![One](https://img.example.org/1.png) ![Two](https://img.example.org/2.png)\n', {
    services: {
      downloadImage: (url) =>
        Promise.resolve(url.endsWith('1.png') ? { file: '/cache/1.png' } : { error: 'the host responds with status 404' }),
      image: (absolute) =>
        Promise.resolve({ src: `/made${absolute}`, srcset: null, sizes: null, width: 20, height: 10, alternatives: [], assets: [] }),
    },
  });
  expect(html).toContain('<img src="/made/cache/1.png" alt="One" loading="lazy" decoding="async" width="20" height="10">');
  expect(html).toContain('<a class="external image-link" href="https://img.example.org/2.png" rel="noopener">Two</a>');
  expect(problems).toMatchObject([{ line: 1, severity: 'warning', kind: 'remote pictures could not be downloaded' }]);
  expect(problems).toHaveLength(1);
});
