import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { getOrganization } from '@portico/contracts/http/orgs';
import { serverNow } from '../time/server-clock.ts';

/** How often a screen that is looked at asks for what an organization has, in milliseconds. */
const WATCHING = 15_000;
/** While a purchase is on its way from the payment provider to the organization; it takes a second most of the time. */
const EXPECTING = 1_500;
/** For how long it is expected. What comes later is found by `WATCHING`. */
const EXPECTED_FOR = 60_000;

let expectedUntil = 0;

/** A payment has succeeded: what was bought will be granted in a moment. */
export const expectPurchase = (): void => {
  expectedUntil = serverNow() + EXPECTED_FOR;
};

/** Milliseconds until a screen that shows what organizations have asks for it again. */
export const grantsInterval = (): number => (serverNow() < expectedUntil ? EXPECTING : WATCHING);

/**
 * What an organization has: its products and entitlements. It is asked for again while a screen shows it, so that what
 * was bought, canceled or changed elsewhere appears by itself.
 */
export const grantsQuery = (api: ApiClient, organizationId: number) =>
  queryOptions({
    queryKey: ['grants', organizationId],
    queryFn: ({ signal }) => api.call(getOrganization, { params: { id: organizationId }, signal }),
    staleTime: 2_000,
    refetchInterval: grantsInterval,
  });
