import { PAGE_SIZE } from '@portico/contracts/common/page';
import { cutText } from '@portico/contracts/common/cut-text';
import { wholeNumber } from './whole-number.ts';

export type ListSearch = {
  search?: string | undefined;
  /** At least 2, because the URL omits page 1. */
  page?: number | undefined;
};

/** Maximum length of a search in the API. */
const MAX_SEARCH_LENGTH = 200;

/** Parses the URL. An invalid value counts as absent. */
export const readListSearch = ({ search, page }: Record<string, unknown>): ListSearch => ({
  search: typeof search === 'string' ? search.trim() || undefined : undefined,
  page: wholeNumber(page, 2),
});

export const listQueryOf = ({ search = '', page = 1 }: ListSearch) => ({
  search: cutText(search, MAX_SEARCH_LENGTH),
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
});
