import type { ApiClient } from '@portico/api-client';
import { getOrganization } from '@portico/contracts/http/orgs';
import { serverNow } from '../time/server-clock.ts';
import { readQuery } from '../../api/calls.ts';

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
const grantsInterval = (): number => (serverNow() < expectedUntil ? EXPECTING : WATCHING);

/** An organization's products and entitlements. Polled while visible, so that purchases, cancellations and external changes appear. */
export const grantsQuery = (api: ApiClient, organizationId: number) =>
  readQuery(
    api,
    ['grants', organizationId],
    getOrganization,
    { params: { id: organizationId } },
    { staleTime: 2_000, refetchInterval: grantsInterval },
  );
