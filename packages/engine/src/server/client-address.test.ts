import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { clientNetworks, networksOf } from './client-address.ts';

describe('R-412 who counts as one client', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:0207', '192.0.2.7'],
    ['0:0:0:0:0:FFFF:192.0.2.7', '192.0.2.7'],
    ['[::ffff:0808:0404]:443', '8.8.4.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['', null],
    ['unknown', null],
    ['1.2.3', null],
    ['1.2.3.4, 5.6.7.8', null],
    ["'; drop table", null],
    [':'.repeat(5000), null],
  ])('%s is %s', (written, address) => expect(networksOf(written)?.address ?? null).toBe(address));

  test('an IPv6 client is one of a /48 network, an IPv4 client of none', () => {
    expect(networksOf('2001:db8:1:2::9')?.block).toBe('2001:db8:1::/48');
    expect(networksOf('2001:db8:1:ffff::9')?.block).toBe('2001:db8:1::/48');
    expect(networksOf('::ffff:808:404')?.block).toBeNull();
  });
});

describe('which address of a request it is', () => {
  async function addressOf(trustedProxies: number, forwarded?: string, socket?: string): Promise<string> {
    const app = new Hono().get('/', (c) => c.text(clientNetworks(c, trustedProxies).address));
    const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
    const env = socket === undefined ? {} : { incoming: { socket: { remoteAddress: socket } } };
    return (await app.request('/', { headers }, env)).text();
  }

  test('without a proxy that of the connection, whatever the header says', async () => {
    expect(await addressOf(0, '198.51.100.1', '192.0.2.7')).toBe('192.0.2.7');
    expect(await addressOf(0, undefined, '::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(await addressOf(0)).toBe('unknown');
  });

  test('behind proxies the one that the farthest trusted proxy saw', async () => {
    expect(await addressOf(1, 'forged, 198.51.100.1', '10.0.0.1')).toBe('198.51.100.1');
    expect(await addressOf(2, '203.0.113.9, 198.51.100.1, 10.0.0.2', '10.0.0.1')).toBe('198.51.100.1');
  });

  test('a header that is missing, short or no address leads back to the connection', async () => {
    expect(await addressOf(1, undefined, '10.0.0.1')).toBe('10.0.0.1');
    expect(await addressOf(3, '198.51.100.1', '10.0.0.1')).toBe('10.0.0.1');
    expect(await addressOf(1, 'nonsense', '10.0.0.1')).toBe('10.0.0.1');
  });
});
