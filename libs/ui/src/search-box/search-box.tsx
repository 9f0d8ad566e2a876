import { Search, X } from 'lucide-react';
import { useState, type AriaAttributes, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import * as styles from './search-box.css.ts';
import { useDebounced } from './use-debounced.ts';

/** How long typing must rest before a search begins. */
const DEBOUNCE_MS = 500;
/** Searches that may still come back; one that was refused never does. */
const MAX_SENT = 10;

/** What stands around the input while something helps with writing. */
export type SearchAssist = {
  input: HTMLInputElement;
  /** What is typed, and how to type it for the user. */
  text: string;
  setText: (text: string) => void;
  /** Searches at once. */
  onSearch: (term: string) => void;
  setAria: (aria: AriaAttributes) => void;
};

export type SearchBoxProps = {
  /** Stands in the empty box, and names it. */
  placeholder: string;
  /** The search term of the moment, as the URL has it. */
  value: string;
  /** A new term, trimmed: after a rest in typing, or at once on Enter and when cleared. */
  onSearch: (term: string) => void;
  /** Helps with writing, from the first time that the box has the focus: the input is a combobox. */
  renderAssist?: (assist: SearchAssist) => ReactNode;
};

const CLOSED: AriaAttributes = { 'aria-expanded': false, 'aria-autocomplete': 'list' };

/** Keeps what is being typed to itself until it is searched for; follows `value` when that changes from outside. */
export const SearchBox = ({ placeholder, value, onSearch, renderAssist }: SearchBoxProps) => {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [isAssisted, setIsAssisted] = useState(false);
  const [aria, setAria] = useState(CLOSED);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  /** The value, and what was searched for since: each comes back as the value, while more may have been typed already. */
  const [sent, setSent] = useState([value]);
  if (value !== seen) {
    setSeen(value);
    const place = sent.indexOf(value, 1);
    setSent(place === -1 ? [value] : sent.slice(place));
    if (place === -1) setText(value);
  }
  const last = sent.at(-1);
  const search = (term: string) => {
    const trimmed = term.trim();
    if (trimmed === last) return;
    setSent([...sent, trimmed].slice(-MAX_SENT));
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
