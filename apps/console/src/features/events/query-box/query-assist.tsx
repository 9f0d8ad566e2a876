import type { Fault as QueryFault } from '@portico/contracts/query/query';
import { useEffect, useEffectEvent, useId, useState, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { completionAt } from '@portico/contracts/query/completion';
import { quote } from '@portico/contracts/query/print';
import { type SearchAssist, Button } from '@portico/ui';
import { boxText } from '../query/question.ts';
import type { Suggestion } from './suggestions.ts';
import { useFault } from './use-fault.ts';
import { useSuggestions, type SuggestionsFrom } from './use-suggestions.ts';
import * as styles from './query-assist.css.ts';

const EVENTS = ['input', 'keyup', 'click', 'focusin', 'focusout', 'select'] as const;

/** The cursor position of an input in characters, null during a selection, and whether the input has the focus. */
const useCursor = (input: HTMLInputElement) => {
  const [state, setState] = useState<{ cursor: number | null; isFocused: boolean }>({ cursor: null, isFocused: false });
  useEffect(() => {
    const read = () => {
      const { selectionStart, selectionEnd } = input;
      const cursor = selectionStart === selectionEnd ? selectionStart : null;
      const isFocused = document.activeElement === input;
      setState((known) => (known.cursor === cursor && known.isFocused === isFocused ? known : { cursor, isFocused }));
    };
    read();
    // The document receives an event after React has handled it. A listener on the input would render before React knows the typed
    // letter, and React would then remove the letter from the input.
    for (const event of EVENTS) document.addEventListener(event, read);
    return () => {
      for (const event of EVENTS) document.removeEventListener(event, read);
    };
  }, [input]);
  return state;
};

type SuggestionListProps = {
  id: string;
  suggestions: readonly Suggestion[];
  /** The suggestion that Enter accepts; -1 for none. */
  active: number;
  onTake: (suggestion: Suggestion) => void;
};

const SuggestionList = ({ id, suggestions, active, onTake }: SuggestionListProps) => (
  <div {...{ role: 'listbox' }} id={id} aria-label="Suggestions" className={styles.popover}>
    {suggestions.map((suggestion, index) => (
      <button
        key={suggestion.insert}
        type="button"
        {...{ role: 'option', 'aria-selected': index === active }}
        id={`${id}-${index}`}
        tabIndex={-1}
        className={styles.option}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onTake(suggestion)}
      >
        <span className={styles.code}>{suggestion.text}</span>
        {suggestion.note !== undefined && <span className={styles.note}>{suggestion.note}</span>}
      </button>
    ))}
  </div>
);

type FaultProps = {
  input: HTMLInputElement;
  text: string;
  fault: QueryFault;
  id: string;
  /** Whether another element covers the message. */
  isHidden: boolean;
  onText: () => void;
};

const Fault = ({ input, text, fault, id, isHidden, onText }: FaultProps) => {
  const mirror = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const follow = () => {
      if (mirror.current) mirror.current.scrollLeft = input.scrollLeft;
    };
    follow();
    input.addEventListener('scroll', follow);
    return () => input.removeEventListener('scroll', follow);
  });
  // For an error at the end of the text, marks the position after the text.
  const to = Math.max(fault.to, fault.from + 1);
  const marked = text.slice(fault.from, to) || ' ';
  return (
    <>
      <span ref={mirror} aria-hidden className={styles.mirror}>
        {text.slice(0, fault.from)}
        <mark className={styles.mark}>{marked}</mark>
        {text.slice(to)}
      </span>
      <output id={id} className={styles.fault} hidden={isHidden}>
        <span>
          {fault.message} (character {fault.from + 1})
        </span>
        <Button variant="secondary" size="sm" onPress={onText}>
          Search for it as text
        </Button>
      </output>
    </>
  );
};

export type QueryAssistProps = SearchAssist & SuggestionsFrom & { marksFaults?: boolean };

/** Completes the query while the viewer types, and marks errors. */
export const QueryAssist = (props: QueryAssistProps) => {
  const { input, text, setText, onSearch, setAria, marksFaults = true, ...from } = props;
  const id = useId();
  const { cursor, isFocused } = useCursor(input);
  const { fault: found, settle } = useFault(text);
  const fault = marksFaults ? found : null;
  const completion = cursor === null || !isFocused ? null : completionAt(text, cursor);
  const suggestions = useSuggestions(completion, from);
  const [marked, setMarked] = useState({ text, index: -1 });
  /** The text for which no suggestions are shown, because the viewer has searched for it, completed it, or closed its suggestions. */
  const [closed, setClosed] = useState<string | null>(() => boxText(from.search));
  const isOpen = isFocused && suggestions.length > 0 && closed !== text;
  const active = isOpen && marked.text === text && marked.index < suggestions.length ? marked.index : -1;

  const take = ({ insert }: Suggestion) => {
    if (completion === null) return;
    const isValue = completion.kind === 'value';
    const before = `${text.slice(0, completion.from)}${insert}${isValue ? ' ' : ''}`;
    const after = text.slice(completion.to);
    const next = before + (isValue ? after.trimStart() : after);
    flushSync(() => setText(next));
    setClosed(isValue ? next : null);
    input.focus();
    input.setSelectionRange(before.length, before.length);
  };
  const move = (by: number) => {
    const to = active + by;
    setMarked({ text, index: to < -1 ? suggestions.length - 1 : to >= suggestions.length ? -1 : to });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const chosen = suggestions[active];
    const isTaken = chosen !== undefined && (event.key === 'Enter' || event.key === 'Tab');
    if (event.key === 'Enter' && !isTaken) settle(text);
    if (isTaken) take(chosen);
    else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) move(event.key === 'ArrowDown' ? 1 : -1);
    else if (isOpen && event.key === 'Escape') setClosed(text);
    else if (event.key === 'ArrowDown' && suggestions.length > 0) setClosed(null);
    else return;
    // The search box must not handle the key, too.
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    input.addEventListener('keydown', listen);
    return () => input.removeEventListener('keydown', listen);
  }, [input]);
  useEffect(() => {
    setAria({
      'aria-expanded': isOpen,
      'aria-autocomplete': 'list',
      ...(isOpen && { 'aria-controls': id }),
      ...(active >= 0 && { 'aria-activedescendant': `${id}-${active}` }),
      ...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` }),
    });
  }, [isOpen, active, fault, id, setAria]);

  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, id]);

  const searchAsText = () => {
    const quoted = quote(text.trim());
    setText(quoted);
    onSearch(quoted);
  };
  return (
    <>
      {isOpen && <SuggestionList {...{ id, suggestions, active }} onTake={take} />}
      {fault && <Fault {...{ input, text, fault }} id={`${id}-fault`} isHidden={isOpen} onText={searchAsText} />}
    </>
  );
};
