import { describe, expect, it } from '@jest/globals';
import { AddressNotAllowed, checkedUrl } from './checked-url.ts';

/** Hosts in non-public networks, in every notation that a URL allows. */
const HOSTILE = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '１２７.０.０.１',
  '0.0.0.0',
  '0',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '2852039166',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:8.8.8.8]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[3fff::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
];

describe('an address that a customer typed', () => {
  it.each(HOSTILE)('is rejected for the host %s', (host) => {
    expect(() => checkedUrl(`https://${host}/hook`)).toThrow(AddressNotAllowed);
  });

  it.each(['http://example.com/hook', 'ftp://example.com/', 'file:///etc/passwd', 'gopher://x/', 'hook', ''])(
    'is rejected if it is not https: %s',
    (text) => {
      expect(() => checkedUrl(text)).toThrow(AddressNotAllowed);
    },
  );

  it('is rejected if it contains a user name or a password', () => {
    expect(() => checkedUrl('https://user:secret@example.com/')).toThrow(/no user name/);
    expect(() => checkedUrl('https://example.com@93.184.215.14/')).toThrow(/no user name/);
  });

  it.each(['https://hooks.slack.com/services/T/B/x', 'https://8.8.8.8:8443/x', 'https://[2606:4700::1111]/'])(
    'is accepted if it is public: %s',
    (text) => {
      expect(checkedUrl(text).href).toBe(text);
    },
  );

  it('is accepted on the configured local origin, but not with another port, scheme or host name', () => {
    const local = 'http://127.0.0.1:4321';
    expect(checkedUrl('http://127.0.0.1:4321/slack/x', local).pathname).toBe('/slack/x');
    for (const other of ['http://127.0.0.1:4322/', 'https://127.0.0.1:4321/', 'http://localhost:4321/'])
      expect(() => checkedUrl(other, local)).toThrow(AddressNotAllowed);
  });
});
