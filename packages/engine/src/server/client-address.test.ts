import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { clientNetworks, networksOf } from './client-address.ts';

describe('R-412 networks that count as one client', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:0207', '192.0.2.7'],
    ['64:ff9b::192.0.2.7', '192.0.2.7'],
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
  ])('the client network of %s is %s', (written, address) => expect(networksOf(written)?.address ?? null).toBe(address));

  test('an IPv6 client belongs to a /48 network, and an IPv4 client to none', () => {
    expect(networksOf('2001:db8:1:2::9')?.block).toBe('2001:db8:1::/48');
    expect(networksOf('2001:db8:1:ffff::9')?.block).toBe('2001:db8:1::/48');
    expect(networksOf('::ffff:808:404')?.block).toBeNull();
  });
});

describe('the client address of a request', () => {
  async function addressOf(trustedProxies: number, forwarded?: string, socket?: string): Promise<string> {
    const app = new Hono().get('/', (c) => c.text(clientNetworks(c, trustedProxies).address));
    const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
    const env = socket === undefined ? {} : { incoming: { socket: { remoteAddress: socket } } };
    return (await app.request('/', { headers }, env)).text();
  }

  test('is that of the connection without a proxy, regardless of the header', async () => {
    expect(await addressOf(0, '198.51.100.1', '192.0.2.7')).toBe('192.0.2.7');
    expect(await addressOf(0, undefined, '::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(await addressOf(0)).toBe('unknown');
  });

  test('is the one that the farthest trusted proxy received', async () => {
    expect(await addressOf(1, 'forged, 198.51.100.1', '10.0.0.1')).toBe('198.51.100.1');
    expect(await addressOf(2, '203.0.113.9, 198.51.100.1, 10.0.0.2', '10.0.0.1')).toBe('198.51.100.1');
  });

  test('is that of the connection if the header is missing, too short, or invalid', async () => {
    expect(await addressOf(1, undefined, '10.0.0.1')).toBe('10.0.0.1');
    expect(await addressOf(3, '198.51.100.1', '10.0.0.1')).toBe('10.0.0.1');
    expect(await addressOf(1, 'nonsense', '10.0.0.1')).toBe('10.0.0.1');
  });
});
