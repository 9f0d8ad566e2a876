/** A click that means "go there, here": not into a new tab, and not a download. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.defaultPrevented && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/**
 * Lets plain links inside the console (`<a href="/…">`) be followed without reloading the page. Pages that are shown
 * without the router are made of such links; links of the router itself are done before this hears of them.
 * @param open where a link leads, from `/` on
 */
export const followLinks = (page: Document, open: (href: string) => void): (() => void) => {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!isPlain(event) || !href?.startsWith('/') || link?.target || link?.hasAttribute('download')) return;
    event.preventDefault();
    open(href);
  };
  page.addEventListener('click', follow);
  return () => page.removeEventListener('click', follow);
};
