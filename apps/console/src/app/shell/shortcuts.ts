import { hasOverlay } from '@portico/ui/has-overlay';

const SHEET = 'portico:shortcuts';
const PALETTE = 'portico:palette';

export const openShortcuts = (): void => void window.dispatchEvent(new Event(SHEET));
export const openPalette = (): void => void window.dispatchEvent(new Event(PALETTE));

/** Milliseconds after `g` in which a letter opens a screen. */
const SEQUENCE_MS = 5_000;

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=listbox]') !== null);

/** The first row of the page's table, on which `j` and `k` start; null while a panel next to the table handles these keys. */
const firstRow = (): HTMLElement | null =>
  document.querySelector('[data-beside]') === null ? document.querySelector('main [data-opener]') : null;

const searchBox = (): HTMLInputElement | null => document.querySelector('main input[type=search]');

type ShortcutActions = {
  onSheet: () => void;
  onPalette: () => void;
  /** Called for `g` followed by a letter. */
  onGo: (key: string) => void;
};

/** Listens for ⌘K and Ctrl+K, and outside of text fields for `/`, `?`, `g`, `j` and `k`. Open dialogs and menus handle keys themselves. */
export const listenForShortcuts = ({ onSheet, onPalette, onGo }: ShortcutActions): (() => void) => {
  let goingUntil = 0;
  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    const isGoing = event.timeStamp < goingUntil;
    goingUntil = 0;
    if (event.defaultPrevented || event.altKey || hasOverlay()) return;
    const act = (() => {
      if (event.metaKey || event.ctrlKey) return key === 'k' ? onPalette : null;
      if (isTyping(event)) return null;
      if (isGoing && /^[a-z]$/.test(key)) return () => onGo(key);
      if (key === 'g') return () => void (goingUntil = event.timeStamp + SEQUENCE_MS);
      if (key === '?') return onSheet;
      const search = key === '/' ? searchBox() : null;
      const target = key === 'j' || key === 'k' ? firstRow() : search;
      return target && (() => (target.focus(), search?.select()));
    })();
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener('keydown', onKey);
  window.addEventListener(SHEET, onSheet);
  window.addEventListener(PALETTE, onPalette);
  return () => {
    document.removeEventListener('keydown', onKey);
    window.removeEventListener(SHEET, onSheet);
    window.removeEventListener(PALETTE, onPalette);
  };
};
