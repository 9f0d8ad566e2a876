/** Scroll position in pixels above which the list counts as scrolled down. */
const SCROLLED_DOWN_PX = 56;

/** The element in which the rows scroll; null if there are no rows, or if the page itself scrolls. */
export const findScroller = (): Element | null => {
  const frame = document.querySelector('main tbody tr[data-index]')?.closest('table')?.parentElement;
  return frame && frame.scrollHeight > frame.clientHeight + 1 ? frame : null;
};

/** Scrolls to the first row. */
export const scrollToTop = (): void => {
  findScroller()?.scrollTo({ top: 0 });
  window.scrollTo({ top: 0 });
};

export const isScrolledDown = (): boolean =>
  Math.max(window.scrollY, findScroller()?.scrollTop ?? 0) > SCROLLED_DOWN_PX;

export const listenForScroll = (listener: () => void): (() => void) => {
  document.addEventListener('scroll', listener, { capture: true, passive: true });
  return () => document.removeEventListener('scroll', listener, { capture: true });
};
