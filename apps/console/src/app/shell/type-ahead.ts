/** Maximum milliseconds of buffering. After that, typed keys work normally again, in case the code never loads. */
const TIMEOUT_MS = 5_000;

export type TypeAhead = {
  /** Stops buffering, and returns the typed text. */
  end: () => string;
};

/** Buffers the keys that the user types while the code of the command palette loads. Escape calls `onEscape`. */
export const typeAhead = (onEscape: () => void): TypeAhead => {
  let typed = '';
  const listen = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Escape') onEscape();
    else if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (key.length === 1) typed += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = () => window.removeEventListener('keydown', listen, true);
  window.addEventListener('keydown', listen, true);
  const timer = setTimeout(stop, TIMEOUT_MS);
  return {
    end: () => {
      clearTimeout(timer);
      stop();
      return typed;
    },
  };
};
