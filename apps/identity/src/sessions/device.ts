import { isIPv4, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** The first name that fits: many browsers name those that they descend from as well. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: readonly [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** What a session calls its device: words of this list alone, whatever the header says. */
export function deviceOf(userAgent = ''): string {
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  if (browser === undefined) return system ?? 'Unknown device';
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** The groups of an IPv6 address with its zeros written out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const missing = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0);
  return [...(before ?? []), ...Array.from({ length: missing }, () => '0'), ...(after ?? [])];
}

/** The network of an address: /24 of IPv4, /48 of IPv6; empty for what is no address. */
export function networkOf(address: string): string {
  const plain = address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return '';
  const prefix = groupsOf(plain)
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/48`;
}

/** Where a request comes from, as the gateway says. */
export type Device = { device: string; address: string };

/** Header in which the gateway says the caller's address, in place of whatever the caller wrote there. */
const ADDRESS_HEADER = 'x-client-address';

export function deviceOfRequest({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): Device {
  const address = [headers[ADDRESS_HEADER]].flat()[0] ?? socket.remoteAddress ?? '';
  return { device: deviceOf(headers['user-agent']), address: networkOf(address) };
}
