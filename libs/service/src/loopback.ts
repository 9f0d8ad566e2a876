import { isIPv4, isIPv6 } from 'node:net';

const hostOf = (address: string): string => {
  if (isIPv6(address)) return address;
  return (/^\[([^\]]*)\](?::\d*)?$/.exec(address)?.[1] ?? address.replace(/:\d*$/, '')).toLowerCase();
};

/** Whether a host or `host:port` is this machine. Decides by the text and does not resolve names. */
export const isLoopback = (address: string): boolean => {
  const host = hostOf(address);
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
};
