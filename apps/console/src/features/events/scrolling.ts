/** Scroll position in pixels above which the list counts as scrolled down. Visible rows then stay in place. */
const SCROLLED = 56;

/** The element in which the rows scroll; null if the page itself scrolls. */
export const scrollerOf = (row: Element): Element | null => {
  const frame = row.closest('table')?.parentElement ?? null;
  return frame !== null && frame.scrollHeight > frame.clientHeight + 1 ? frame : null;
};

const topOf = (): number => {
  const row = document.querySelector('main tbody tr[data-index]');
  return Math.max(window.scrollY, (row && scrollerOf(row)?.scrollTop) ?? 0);
};

/** Scrolls to the first row. */
export const scrollToTop = (): void => {
  const row = document.querySelector('main tbody tr[data-index]');
  (row && scrollerOf(row))?.scrollTo({ top: 0 });
  window.scrollTo({ top: 0 });
};

/** Whether the viewer has scrolled down, on the page or in the scrolling element. */
export const isScrolledDown = (): boolean => topOf() > SCROLLED;

export const listenForScroll = (listener: () => void): (() => void) => {
  document.addEventListener('scroll', listener, { capture: true, passive: true });
  return () => document.removeEventListener('scroll', listener, { capture: true });
};
