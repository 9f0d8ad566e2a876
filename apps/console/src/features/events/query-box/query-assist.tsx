import { useEffect, useEffectEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { completionAt } from '@portico/contracts/query/completion';
import { quote } from '@portico/contracts/query/print';
import type { SearchAssist } from '@portico/ui';
import { boxText } from '../query/question.ts';
import { Fault } from './fault.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import type { Suggestion } from './suggestions.ts';
import { useCursor } from './use-cursor.ts';
import { useFault } from './use-fault.ts';
import { useSuggestions, type SuggestionsFrom } from './use-suggestions.ts';

export type QueryAssistProps = SearchAssist & SuggestionsFrom;

/** Completes what is being written, and marks what cannot be understood. */
export const QueryAssist = ({ input, text, setText, onSearch, setAria, ...from }: QueryAssistProps) => {
  const id = useId();
  const { cursor, isFocused } = useCursor(input);
  const { fault, settle } = useFault(text);
  const completion = cursor === null || !isFocused ? null : completionAt(text, cursor);
  const suggestions = useSuggestions(completion, from);
  const [marked, setMarked] = useState({ text, index: -1 });
  /** The text for which nothing is offered: it is searched for, is complete, or the list was closed. */
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
    // The box does not get what was meant for the list.
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
