import type { ApiClient } from '@portico/api-client';
import { getOrganization } from '@portico/contracts/http/orgs';
import { serverNow } from '../time/server-clock.ts';
import { readQuery } from '../../api/calls.ts';

/** Poll interval of a visible screen in milliseconds. */
const WATCHING_MS = 15_000;
/** Poll interval in milliseconds after a payment. The payment provider usually reports a purchase within a second. */
const EXPECTING_MS = 1_500;
/** Milliseconds after a payment for which `EXPECTING_MS` applies. Later purchases appear at the interval `WATCHING_MS`. */
const EXPECTED_MS = 60_000;

let expectedUntil = 0;

/** Polls more often for a minute. Called after a successful payment, because the purchase appears a moment later. */
export const expectPurchase = (): void => {
  expectedUntil = serverNow() + EXPECTED_MS;
};

const grantsInterval = (): number => (serverNow() < expectedUntil ? EXPECTING_MS : WATCHING_MS);

/** Polls while visible, so that purchases and cancellations appear. */
export const grantsQuery = (api: ApiClient, organizationId: number) =>
  readQuery(
    api,
    ['grants', organizationId],
    getOrganization,
    { params: { id: organizationId } },
    { staleTime: 2_000, refetchInterval: grantsInterval },
  );
