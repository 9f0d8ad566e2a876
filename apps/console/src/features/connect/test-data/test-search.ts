import { wholeNumber } from '../../../shared/lists/whole-number.ts';

/** What an address says of test data: whether it is shown, and which page of it; page 1 is left out. */
export type TestSearch = { test?: 'on' | undefined; page?: number | undefined };

/** What the address says, and how it is changed. */
export type TestDataInUrl = {
  search: TestSearch;
  onSearchChange: (search: TestSearch, options?: { replace: boolean }) => void;
};

/** Reads an address. Screens do it themselves: what a route validates is part of the page's first code. */
export const readTestSearch = ({ test, page }: Record<string, unknown>): TestSearch =>
  test === 'on' ? { test, page: wholeNumber(page, 2) } : {};
