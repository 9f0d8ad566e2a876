import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi, useRejected } from '../../api/use-api.ts';
import {
  troubleQuery,
  UNCORRECTED_KEY,
  uncorrectedQuery,
  waitingLettersQuery,
} from '../../shared/trouble/trouble.queries.ts';
import type { Rights } from './own-rights.ts';
import { useScreenShown } from './use-screen-shown.ts';

/** Milliseconds after the first screen. Each service counts its own, and dead letters are rare. */
const LETTERS_AFTER_MS = 15_000;

export type TroubleCount = { total: number; words: string };

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString()} ${count === 1 ? one : many}`];

const useLate = (isShown: boolean): boolean => {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setIsLate(true), LETTERS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return isLate;
};

/** How much waits for the viewer: failing or silent integrations, rejected events and dead letters. Zero until that is known. */
export const useTroubleCount = ({ isMember, mayCorrect, hasLetters }: Rights): TroubleCount => {
  const api = useApi();
  const isShown = useScreenShown();
  const rejections = useRejected();
  const queryClient = useQueryClient();
  const isLate = useLate(isShown);
  useEffect(() => {
    if (!isShown || !mayCorrect) return;
    return rejections.onChange(() => void queryClient.invalidateQueries({ queryKey: UNCORRECTED_KEY }));
  }, [isShown, mayCorrect, rejections, queryClient]);
  const wrong = useQuery({ ...troubleQuery(api), enabled: isShown && isMember }).data?.wrong ?? 0;
  const uncorrected = useQuery({ ...uncorrectedQuery(api), enabled: isShown && mayCorrect }).data?.data ?? [];
  const waiting = useQuery({ ...waitingLettersQuery(api), enabled: isLate && hasLetters }).data ?? [];
  const rejected = uncorrected.reduce((sum, { count }) => sum + count, 0);
  const letters = waiting.reduce((sum, one) => sum + one.waiting, 0);
  return {
    total: wrong + rejected + letters,
    words: [
      ...counted(wrong, 'integration failing or silent', 'integrations failing or silent'),
      ...counted(rejected, 'event rejected in the last 24 hours', 'events rejected in the last 24 hours'),
      ...counted(letters, 'dead letter', 'dead letters'),
    ].join(', '),
  };
};
