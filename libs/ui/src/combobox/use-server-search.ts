import { useEffect, useEffectEvent, useState } from 'react';

const DEBOUNCE_MS = 500;

export type Load<Item> = (search: string, signal: AbortSignal) => Promise<readonly Item[]>;

export type ServerSearch<Item> = {
  term: string;
  setTerm: (term: string) => void;
  /** `ready` means that `items` belong to the current term. */
  status: 'loading' | 'ready' | 'failed';
  items: readonly Item[];
  retry: () => void;
};

type Answer<Item> = { question: string; items: readonly Item[] | null };

/** Queries the server while `isOpen`: immediately for an empty search, debounced for typed text. Ignores outdated responses. */
export const useServerSearch = <Item>(load: Load<Item>, isOpen: boolean): ServerSearch<Item> => {
  const [term, setTerm] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer<Item> | null>(null);
  const search = term.trim();
  const question = `${attempt}:${search}`;
  const ask = useEffectEvent(async (searchText: string, signal: AbortSignal) => {
    const items = await load(search, signal).catch(() => null);
    if (!signal.aborted) setAnswer({ question: searchText, items });
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const request = new AbortController();
    const timer = setTimeout(() => void ask(question, request.signal), search === '' ? 0 : DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [isOpen, search, question]);

  const isAnswered = answer?.question === question;
  const answered = answer?.items === null ? 'failed' : 'ready';
  return {
    term,
    setTerm,
    status: isAnswered ? answered : 'loading',
    items: (isAnswered && answer.items) || [],
    retry: () => setAttempt((count) => count + 1),
  };
};
