import { Search, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../icon/icon.tsx';
import * as styles from './search-box.css.ts';
import { useDebounced } from './use-debounced.ts';

/** How long typing must rest before a search begins. */
const DEBOUNCE_MS = 500;

export type SearchBoxProps = {
  /** Stands in the empty box, and names it. */
  placeholder: string;
  /** The search term of the moment, as the URL has it. */
  value: string;
  /** A new term, trimmed: after a rest in typing, or at once on Enter and when cleared. */
  onSearch: (term: string) => void;
};

/** Keeps what is being typed to itself until it is searched for; follows `value` when that changes from outside. */
export const SearchBox = ({ placeholder, value, onSearch }: SearchBoxProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setSent(value);
    // What was searched for from here comes back as `value`, while more may have been typed already.
    if (value !== sent) setText(value);
  }
  const search = (term: string) => {
    const trimmed = term.trim();
    if (trimmed === sent) return;
    setSent(trimmed);
    onSearch(trimmed);
  };
  useDebounced(text, text.trim() === sent, DEBOUNCE_MS, search);
  const clear = () => {
    setText('');
    search('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') search(text);
    // An empty box leaves Escape to whatever is around it.
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
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        className={styles.input}
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <button type="button" className={styles.clear} aria-label="Clear search" tabIndex={-1} onClick={() => clear()}>
          <Icon of={X} size="sm" />
        </button>
      )}
    </div>
  );
};
