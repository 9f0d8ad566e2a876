import { REJECTION_CODES, type RejectionCode } from '@portico/contracts/events/integration-event';
import { wholeNumber } from '../../shared/lists/whole-number.ts';
import { readTimeRange, type TimeRange } from '../../shared/time/time-range.ts';

/** The filter. `integration` 0 selects events without an existing integration. `code` and `pointer` together select one cause. */
export type RejectedNarrowing = TimeRange & {
  query?: string | undefined;
  integration?: number | undefined;
  code?: RejectionCode | undefined;
  pointer?: string | undefined;
};

/** `page` is at least 2, because the URL omits page 1. */
export type RejectedSearch = RejectedNarrowing & { page?: number | undefined };

/** A parameter as text. The router parses a number in the URL as a number. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Parses the URL. An invalid value counts as absent. */
export const readRejectedSearch = ({
  query,
  integration,
  code,
  pointer,
  page,
  ...range
}: Record<string, unknown>): RejectedSearch => {
  const known = REJECTION_CODES.find((one) => one === code);
  return {
    ...readTimeRange(range),
    query: textOf(query)?.trim() || undefined,
    integration: wholeNumber(integration, 0),
    code: known,
    pointer: known === undefined ? undefined : textOf(pointer),
    page: wholeNumber(page, 2),
  };
};
