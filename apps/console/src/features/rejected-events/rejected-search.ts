import { REFUSAL_CODES, type RefusalCode } from '@portico/contracts/events/integration-event';

/** What the screen of refused events keeps in the URL. `integration` 0: those of no integration that exists. */
export type RefusedSearch = {
  integration?: number | undefined;
  code?: RefusalCode | undefined;
  /** From 2: page 1 is left out. */
  page?: number | undefined;
};

const wholeNumber = (value: unknown, least: number): number | undefined => {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
};

/** Reads an address. A value that makes no sense counts as absent. */
export const readRefusedSearch = ({ integration, code, page }: Record<string, unknown>): RefusedSearch => ({
  integration: wholeNumber(integration, 0),
  code: REFUSAL_CODES.find((known) => known === code),
  page: wholeNumber(page, 2),
});
