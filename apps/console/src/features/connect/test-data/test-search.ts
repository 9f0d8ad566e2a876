import { wholeNumber } from '../../../shared/lists/whole-number.ts';

/** URL parameters of test data: whether it is shown, and its page if not the first. */
export type TestSearch = { test?: 'on' | undefined; page?: number | undefined };

/** The URL parameters, and how to change them. */
export type TestDataInUrl = {
  search: TestSearch;
  onSearchChange: (search: TestSearch, options?: { replace: boolean }) => void;
};

/** Parses the URL. Screens call it themselves, because a route's validation is part of the first load. */
export const readTestSearch = ({ test, page }: Record<string, unknown>): TestSearch =>
  test === 'on' ? { test, page: wholeNumber(page, 2) } : {};
