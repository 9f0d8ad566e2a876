import { useEffect, useEffectEvent, useState } from 'react';

/** How long typing must rest before the server is asked. */
const DEBOUNCE_MS = 500;

export type Load<Item> = (search: string, signal: AbortSignal) => Promise<readonly Item[]>;

export type ServerSearch<Item> = {
  term: string;
  setTerm: (term: string) => void;
  /** `ready` only when `items` answer the term of the moment. */
  status: 'loading' | 'ready' | 'failed';
  items: readonly Item[];
  retry: () => void;
};

type Answer<Item> = { question: string; items: readonly Item[] | null };

/**
 * Asks the server while `isOpen`: at once for everything, and for what is typed once typing rests. A request whose
 * answer is no longer wanted is cancelled, and an answer that comes all the same is not shown.
 */
export const useServerSearch = <Item>(load: Load<Item>, isOpen: boolean): ServerSearch<Item> => {
  const [term, setTerm] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer<Item> | null>(null);
  const search = term.trim();
  const question = `${attempt}:${search}`;
  const ask = useEffectEvent(async (asked: string, signal: AbortSignal) => {
    const items = await load(search, signal).catch(() => null);
    if (!signal.aborted) setAnswer({ question: asked, items });
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
