import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** An address that Portico does not send to, for a reason that its owner may read. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/** Host of a URL as an IP address or a name; the URL parser has made every notation of an IPv4 address the usual one. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * What can be said of a URL without asking for the addresses of its name.
 * @param localOrigin - the one origin for which none of it matters: the catcher of the one-machine stack.
 * @throws AddressNotAllowed
 */
export const checkedUrl = (text: string, localOrigin?: string): URL => {
  const url = URL.parse(text);
  if (url === null) throw new AddressNotAllowed('The address is no URL');
  if (localOrigin !== undefined && url.origin === new URL(localOrigin).origin) return url;
  if (url.protocol !== 'https:') throw new AddressNotAllowed('The address should begin with https://');
  if (url.username !== '' || url.password !== '')
    throw new AddressNotAllowed('The address should have no user name and no password');
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new AddressNotAllowed('The address leads to a network that is not public');
  return url;
};
