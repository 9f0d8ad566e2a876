import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** Portico does not connect to this address. The address's owner may read the reason. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/** The URL's host as an IP address or a name. The URL parser has already normalized every notation of IPv4. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Checks a URL without resolving its name.
 * @param localOrigin - the only origin exempt from the checks: the catcher of the one-machine stack.
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
