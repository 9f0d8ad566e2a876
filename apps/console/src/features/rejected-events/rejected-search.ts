import { REJECTION_CODES, type RejectionCode } from '@portico/contracts/events/integration-event';
import { wholeNumber } from '../../shared/lists/whole-number.ts';
import { readTimeRange, type TimeRange } from '../../shared/time/time-range.ts';

/** The filter of the screen. `integration` 0: those of no existing integration. `pointer` with `code`: one cause. */
export type RejectedNarrowing = TimeRange & {
  query?: string | undefined;
  integration?: number | undefined;
  code?: RejectionCode | undefined;
  pointer?: string | undefined;
};

/** URL parameters of the screen. `page` is at least 2: page 1 is omitted. */
export type RejectedSearch = RejectedNarrowing & { page?: number | undefined };

/** The router parses numeric search parameters as numbers. */
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
