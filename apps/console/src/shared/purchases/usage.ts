import type { ApiClient } from '@portico/api-client';
import { getUsage, listUsage, type UsagePeriod } from '@portico/contracts/http/usage';
import { QUIET, readQuery } from '../../api/calls.ts';

/** Poll interval of usage in milliseconds. The server's counts are a few seconds old. */
const REFRESH_MS = 5_000;
/** Poll interval of daily counts in milliseconds. Long, because the server computes daily counts for each request. */
const DAYS_MS = 60_000;

/** An organization's usage by entitlement and period, newest period first. */
export const usageQuery = (api: ApiClient, organizationId: number) =>
  readQuery(
    api,
    ['usage', organizationId],
    listUsage,
    { params: { id: organizationId } },
    { staleTime: 2_000, ...QUIET, refetchInterval: REFRESH_MS },
  );

export const usageDaysQuery = (api: ApiClient, id: number) =>
  readQuery(
    api,
    ['usage', 'days', id],
    getUsage,
    { params: { id } },
    { staleTime: DAYS_MS, ...QUIET, refetchInterval: DAYS_MS },
  );
/** Text about a hard limit that is not reached yet. */
export const AT_THE_LIMIT = 'Portico rejects events above the limit.';
export const OVER_THE_LIMIT = 'The limit is reached: Portico rejects further events.';

/** Returns the newest period of an entitlement, or undefined if the newest period is frozen and no longer counts events. */
export const currentPeriod = (
  periods: readonly UsagePeriod[] | undefined,
  lookupKey: string,
): UsagePeriod | undefined => {
  const newest = periods?.find((period) => period.lookupKey === lookupKey);
  return newest?.state === 'frozen' ? undefined : newest;
};

const amounts = new Intl.NumberFormat(undefined, { maximumFractionDigits: 9 });
const changes = new Intl.NumberFormat(undefined, { maximumFractionDigits: 9, signDisplay: 'exceptZero' });

const isNumeral = (text: string): text is `${number}` => text !== '' && Number.isFinite(Number(text));
/** Formats a decimal given as text, because a JavaScript number would lose digits. */
const format = (by: Intl.NumberFormat, decimal: string): string => (isNumeral(decimal) ? by.format(decimal) : decimal);
export const amountText = (decimal: string): string => format(amounts, decimal);
export const changeText = (decimal: string): string => format(changes, decimal);
