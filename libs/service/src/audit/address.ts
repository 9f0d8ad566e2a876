import { isIPv4, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Returns the network of an IP address: /24 of an IPv4 address, /48 of an IPv6 address. Returns null for invalid addresses. */
export function networkOf(address: string | undefined): string | null {
  const plain = (address ?? '').replace(MAPPED, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - tailGroups.length);
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...tailGroups];
  const network = all.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/48`;
}
