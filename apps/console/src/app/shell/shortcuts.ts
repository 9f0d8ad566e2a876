const OPEN = 'portico:shortcuts';

/** Shows the sheet, from wherever it is asked for. */
export const openShortcuts = (): void => void window.dispatchEvent(new Event(OPEN));

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The row of the page's table that `j` and `k` begin at; once one has the focus, the table takes the keys itself. */
const firstRow = (): HTMLElement | null => document.querySelector('main [data-opener]');

/** The first search box of the page's content. */
const searchBox = (): HTMLInputElement | null => document.querySelector('main input[type=search]');

/**
 * Listens for `/`, `?`, `j` and `k` while nobody is typing and no dialog or menu is open, which have keys of their own.
 * @param onOpen shows the sheet
 */
export const listenForShortcuts = (onOpen: () => void): (() => void) => {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
    const search = event.key === '/' ? searchBox() : null;
    const row = event.key === 'j' || event.key === 'k' ? firstRow() : null;
    if (event.key !== '?' && !search && !row) return;
    event.preventDefault();
    if (row) return row.focus();
    if (search) {
      search.focus();
      search.select();
    } else onOpen();
  };
  document.addEventListener('keydown', onKey);
  window.addEventListener(OPEN, onOpen);
  return () => {
    document.removeEventListener('keydown', onKey);
    window.removeEventListener(OPEN, onOpen);
  };
};
