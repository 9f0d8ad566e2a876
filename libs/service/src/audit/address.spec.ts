import { describe, expect, it } from '@jest/globals';
import { networkOf } from './address.ts';

describe('networkOf', () => {
  it.each<[string, string | null]>([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:17:22::9', '2001:db8:17::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['', null],
    ['<b>', null],
    ['203.0.113.77, 10.0.0.1', null],
  ])('shortens the address "%s"', (address, network) => expect(networkOf(address)).toBe(network));
});
