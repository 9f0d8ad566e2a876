import { Search, X } from 'lucide-react';
import { type AriaAttributes, type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import * as styles from './search-box.css.ts';

/** Calls `run` with `value` when `value` has not changed for `delay` milliseconds. Does nothing while `isSettled`. */
const useDebounced = <Value,>(value: Value, isSettled: boolean, delay: number, run: (value: Value) => void) => {
  const settle = useEffectEvent(run);
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => settle(value), delay);
    return () => clearTimeout(timer);
  }, [value, isSettled, delay]);
};

const DEBOUNCE_MS = 500;
/** Maximum number of remembered searches. Without a maximum, the list would grow if the parent never passes them back as `value`. */
const MAX_SEARCHES = 10;

export type SearchAssist = {
  input: HTMLInputElement;
  text: string;
  setText: (text: string) => void;
  onSearch: (term: string) => void;
  setAria: (aria: AriaAttributes) => void;
};

type SearchBoxProps = {
  /** Placeholder and accessible name of the box. */
  placeholder: string;
  /** From the URL. */
  value: string;
  /** Called with a trimmed term: debounced while typing, immediately on Enter and when cleared. */
  onSearch: (term: string) => void;
  /** Renders a writing assistant. First called when the box gets the focus; from then on, the input is a combobox. */
  renderAssist?: (assist: SearchAssist) => ReactNode;
};

const CLOSED: AriaAttributes = { 'aria-expanded': false, 'aria-autocomplete': 'list' };

/** A search box. It keeps typed text in its own state until the search, and shows external changes of `value`. */
export const SearchBox = ({ placeholder, value, onSearch, renderAssist }: SearchBoxProps) => {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [isAssisted, setIsAssisted] = useState(false);
  const [aria, setAria] = useState(CLOSED);
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  /** The last `value`, then the searches that the parent has not passed back yet. If one of these becomes `value`, the typed text stays. */
  const [sent, setSent] = useState([value]);
  if (value !== lastValue) {
    setLastValue(value);
    const place = sent.indexOf(value, 1);
    setSent(place === -1 ? [value] : sent.slice(place));
    if (place === -1) setText(value);
  }
  const last = sent.at(-1);
  const search = (term: string) => {
    const trimmed = term.trim();
    if (trimmed === last) return;
    setSent([...sent, trimmed].slice(-MAX_SEARCHES));
    onSearch(trimmed);
  };
  useDebounced(text, text.trim() === last, DEBOUNCE_MS, search);
  const clear = () => {
    setText('');
    search('');
    input?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') search(text);
    // In an empty box, the container handles Escape.
    if (event.key !== 'Escape' || text === '') return;
    event.preventDefault();
    event.stopPropagation();
    clear();
  };
  return (
    <div className={styles.box}>
      <span className={styles.glass}>
        <Icon of={Search} />
      </span>
      <input
        ref={setInput}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        className={styles.input}
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...(renderAssist && { ...aria, role: 'combobox', spellCheck: false, onFocus: () => setIsAssisted(true) })}
      />
      {text !== '' && (
        <button type="button" className={styles.clear} aria-label="Clear search" tabIndex={-1} onClick={() => clear()}>
          <Icon of={X} size="sm" />
        </button>
      )}
      {isAssisted && input && renderAssist?.({ input, text, setText, onSearch: search, setAria })}
    </div>
  );
};
