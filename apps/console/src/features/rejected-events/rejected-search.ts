import { REJECTION_CODES, type RejectionCode } from '@portico/contracts/events/integration-event';
import { wholeNumber } from '../../shared/lists/whole-number.ts';
import { readTimeRange, type TimeRange } from '../../shared/time/time-range.ts';

/** What narrows the screen. `integration` 0: those of no integration that exists; `pointer` with `code`: one cause. */
export type RejectedNarrowing = TimeRange & {
  query?: string | undefined;
  integration?: number | undefined;
  code?: RejectionCode | undefined;
  pointer?: string | undefined;
};

/** What the screen of rejected events keeps in the URL. `page` from 2: page 1 is left out. */
export type RejectedSearch = RejectedNarrowing & { page?: number | undefined };

/** Search parameters of numbers only are read as numbers. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Reads an address. A value that makes no sense counts as absent. */
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
