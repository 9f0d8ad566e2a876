import { PAGE_SIZE } from '@portico/contracts/common/page';
import { cutText } from '@portico/contracts/common/cut-text';
import { wholeNumber } from './whole-number.ts';

/** What a list screen keeps in the URL. */
export type ListSearch = {
  search?: string | undefined;
  /** From 2: page 1 is left out. */
  page?: number | undefined;
};

/** The longest search that the API takes. */
const MAX_SEARCH_LENGTH = 200;

/** Reads an address. A value that makes no sense counts as absent. */
export const readListSearch = ({ search, page }: Record<string, unknown>): ListSearch => ({
  search: typeof search === 'string' ? search.trim() || undefined : undefined,
  page: wholeNumber(page, 2),
});

/** The query of a list endpoint for one page. */
export const listQueryOf = ({ search = '', page = 1 }: ListSearch) => ({
  search: cutText(search, MAX_SEARCH_LENGTH),
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
});
