import { REJECTION_CODES, type RejectionCode } from '@portico/contracts/events/integration-event';

/** What the screen of rejected events keeps in the URL. `integration` 0: those of no integration that exists. */
export type RejectedSearch = {
  integration?: number | undefined;
  code?: RejectionCode | undefined;
  /** From 2: page 1 is left out. */
  page?: number | undefined;
};

const wholeNumber = (value: unknown, least: number): number | undefined => {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
};

/** Reads an address. A value that makes no sense counts as absent. */
export const readRejectedSearch = ({ integration, code, page }: Record<string, unknown>): RejectedSearch => ({
  integration: wholeNumber(integration, 0),
  code: REJECTION_CODES.find((known) => known === code),
  page: wholeNumber(page, 2),
});
