import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi, useRejected } from '../../api/use-api.ts';
import {
  troubleQuery,
  UNCORRECTED_KEY,
  uncorrectedQuery,
  usageFaultsQuery,
  waitingLettersQuery,
} from '../../shared/trouble/trouble.queries.ts';
import type { Rights } from '../own-rights.ts';
import { useScreenSettled, useScreenShown } from './use-screen-shown.ts';

export type TroubleCount = { total: number; words: string };

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString()} ${count === 1 ? one : many}`];

/**
 * The count of what needs the viewer's attention: failing or silent integrations, rejected events, dead letters and usage that
 * differs at Stripe. Zero while loading.
 */
export const useTroubleCount = ({ isMember, mayCorrect, isOperator }: Rights): TroubleCount => {
  const api = useApi();
  const isShown = useScreenShown();
  const rejections = useRejected();
  const queryClient = useQueryClient();
  const isSettled = useScreenSettled();
  useEffect(() => {
    if (!isShown || !mayCorrect) return;
    return rejections.onChange(() => void queryClient.invalidateQueries({ queryKey: UNCORRECTED_KEY }));
  }, [isShown, mayCorrect, rejections, queryClient]);
  const wrong = useQuery({ ...troubleQuery(api), enabled: isShown && isMember }).data?.wrong ?? 0;
  const uncorrected = useQuery({ ...uncorrectedQuery(api), enabled: isShown && mayCorrect }).data?.data ?? [];
  const waiting = useQuery({ ...waitingLettersQuery(api), enabled: isSettled && isOperator }).data ?? [];
  const differing = useQuery({ ...usageFaultsQuery(api), enabled: isSettled && isOperator }).data?.length ?? 0;
  const rejected = uncorrected.reduce((sum, { count }) => sum + count, 0);
  const letters = waiting.reduce((sum, one) => sum + one.waiting, 0);
  return {
    total: wrong + rejected + letters + differing,
    words: [
      ...counted(wrong, 'integration failing or silent', 'integrations failing or silent'),
      ...counted(rejected, 'event rejected in the last 24 hours', 'events rejected in the last 24 hours'),
      ...counted(letters, 'dead letter', 'dead letters'),
      ...counted(differing, 'difference of usage', 'differences of usage'),
    ].join(', '),
  };
};
