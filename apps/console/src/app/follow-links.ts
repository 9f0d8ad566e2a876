/** Whether a click opens its link in the same tab, and is not a download. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.defaultPrevented && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** Makes plain links (`<a href="/…">`) navigate without reloading. Pages without the router use such links; `open` gets the path. */
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
