import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { AddressNotAllowed } from './checked-url.ts';

export type Resolved = { address: string; family: number };
/** All addresses of a name. */
export type Resolve = (host: string) => Promise<Resolved[]>;

export const bySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/** @throws AddressNotAllowed when one of the addresses is not public: the name's owner decides which one is taken. */
export const publicAddresses = async (resolve: Resolve, host: string): Promise<Resolved[]> => {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new AddressNotAllowed('The name in the address does not resolve');
  if (!addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressNotAllowed('The address leads to a network that is not public');
  return addresses;
};

/**
 * The lookup of a socket. What it answers is what is connected to, so that a name that has another address now than when it was
 * checked leads nowhere else.
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
