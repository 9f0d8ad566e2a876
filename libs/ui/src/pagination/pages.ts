export const pageCount = (count: number, size: number): number => Math.ceil(count / size);

/** Clamps a page number to the existing pages, at least 1. */
export const clampPage = (page: number, pages: number): number => Math.min(Math.max(1, page), Math.max(1, pages));

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The items between two shown pages: none, the one page between them, or a gap for several pages. */
const between = (left: number, right: number): (number | 'gap')[] => {
  if (right - left <= 1) return [];
  return right - left === 2 ? [left + 1] : ['gap'];
};

/**
 * The first and last page, `neighbours` pages on each side of the current one, and gaps. There are no gaps if `pages` is at most
 * `2 * neighbours + 4`.
 */
export const pageItems = (current: number, pages: number, neighbours = 1): (number | 'gap')[] => {
  if (pages <= 2 * neighbours + 4) return range(1, pages);
  const currentPage = clampPage(current, pages);
  const first = Math.max(2, currentPage - neighbours);
  const last = Math.min(pages - 1, currentPage + neighbours);
  return [1, ...between(1, first), ...range(first, last), ...between(last, pages), pages];
};
