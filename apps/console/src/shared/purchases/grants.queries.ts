import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { getOrganization } from '@portico/contracts/http/orgs';
import { serverNow } from '../time/server-clock.ts';

/** Poll interval of a visible screen in milliseconds. */
const WATCHING = 15_000;
/** Poll interval while a purchase is on its way from the payment provider; it usually takes a second. */
const EXPECTING = 1_500;
/** Milliseconds for which a purchase is expected. Later ones appear with `WATCHING`. */
const EXPECTED_FOR = 60_000;

let expectedUntil = 0;

/** Called after a successful payment: the grant follows within moments. */
export const expectPurchase = (): void => {
  expectedUntil = serverNow() + EXPECTED_FOR;
};

/** Current poll interval in milliseconds for screens that show grants. */
export const grantsInterval = (): number => (serverNow() < expectedUntil ? EXPECTING : WATCHING);

/** An organization's products and entitlements. Polled while visible, so that purchases, cancellations and external changes appear. */
export const grantsQuery = (api: ApiClient, organizationId: number) =>
  queryOptions({
    queryKey: ['grants', organizationId],
    queryFn: ({ signal }) => api.call(getOrganization, { params: { id: organizationId }, signal }),
    staleTime: 2_000,
    refetchInterval: grantsInterval,
  });
