import type { Result } from '@portico/contracts/events/integration-event';

/** What the events screen keeps in the URL. */
export type EventsSearch = {
  query?: string | undefined;
  status?: Result | undefined;
  integration?: string | undefined;
  /** From 2: page 1 is left out. */
  page?: number | undefined;
};

const STATUSES: readonly Result[] = ['SUCCESS', 'FAILURE'];

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim() || undefined : undefined;

const pageIn = (value: unknown): number | undefined => {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 1 ? page : undefined;
};

/**
 * Reads an address. A value that makes no sense counts as absent. A plain function, because search schemas are part of
 * the page's first code, which does without zod.
 */
export const readEventsSearch = ({ query, status, integration, page }: Record<string, unknown>): EventsSearch => ({
  query: textIn(query),
  status: STATUSES.find((known) => known === status),
  integration: textIn(integration),
  page: pageIn(page),
});
