import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { AddressNotAllowed } from './checked-url.ts';

type Resolved = { address: string; family: number };
/** Resolves all addresses of a name. */
export type Resolve = (host: string) => Promise<Resolved[]>;

export const bySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/** @throws AddressNotAllowed if one address is not public: the owner of the name decides which one is used. */
export const publicAddresses = async (resolve: Resolve, host: string): Promise<Resolved[]> => {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new AddressNotAllowed('The name in the address does not resolve');
  if (!addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressNotAllowed('The address leads to a network that is not public');
  return addresses;
};

/**
 * A socket's `lookup`. The socket connects to exactly the checked addresses, so a name that changes after the check leads nowhere
 * else.
 */
export const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) => {
    publicAddresses(resolve, host).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
