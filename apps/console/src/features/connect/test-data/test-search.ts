import { wholeNumber } from '../../../shared/lists/whole-number.ts';

/** URL parameters of the test data: whether it is shown, and the page number if the page is not the first. */
export type TestSearch = { test?: 'on' | undefined; page?: number | undefined };

export type TestDataInUrl = {
  search: TestSearch;
  onSearchChange: (search: TestSearch, options?: { replace: boolean }) => void;
};

/** Parses the URL. Screens call this function themselves, because a route's validation would be part of the first load. */
export const readTestSearch = ({ test, page }: Record<string, unknown>): TestSearch =>
  test === 'on' ? { test, page: wholeNumber(page, 2) } : {};
