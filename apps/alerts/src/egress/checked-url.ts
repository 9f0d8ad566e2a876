import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** Thrown for an address to which Portico refuses to connect. Customers see the error message. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/** Returns the URL's host as an IP address or a name. The URL parser has already normalized every IPv4 notation. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Parses and checks a URL without resolving its host name.
 * @param localOrigin - the only origin exempt from the checks: the webhook catcher of a local stack.
 * @throws AddressNotAllowed if the URL is invalid, not https or not public.
 */
export const checkedUrl = (text: string, localOrigin?: string): URL => {
  const url = URL.parse(text);
  if (url === null) throw new AddressNotAllowed('The address is not a URL');
  if (localOrigin !== undefined && url.origin === new URL(localOrigin).origin) return url;
  if (url.protocol !== 'https:') throw new AddressNotAllowed('The address should begin with https://');
  if (url.username !== '' || url.password !== '')
    throw new AddressNotAllowed('The address should have no user name and no password');
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new AddressNotAllowed('The address points to a private network');
  return url;
};
