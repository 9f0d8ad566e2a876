import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { PAGE_SIZE } from '@portico/contracts/common/page';
import {
  dropDeadLetter,
  getDeadLetter,
  type LetterService,
  listDeadLetters,
  replayDeadLetter,
} from '@portico/contracts/http/dead-letters';
import { useApi } from '../../api/use-api.ts';
import type { LettersSearch } from './letters-search.ts';

const LETTERS = 'dead-letters';

/** One page of a service's letters, the newest first. */
export const lettersQuery = (
  api: ApiClient,
  service: LetterService,
  { state = 'waiting', page = 1 }: LettersSearch,
) => {
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, ...(state !== 'all' && { state }) };
  return queryOptions({
    queryKey: [LETTERS, service, 'list', query],
    queryFn: ({ signal }) => api.call(listDeadLetters, { params: { service }, query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** One letter with its content. */
export const letterQuery = (api: ApiClient, service: LetterService, id: number) =>
  queryOptions({
    queryKey: [LETTERS, service, 'one', id],
    queryFn: ({ signal }) => api.call(getDeadLetter, { params: { service, id }, signal }),
  });

/** Replay and drop; whatever was answered, what is shown is asked for again. */
export const useLetterMutations = (service: LetterService, id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: [LETTERS, service] });
  const params = { service, id };
  const replay = useMutation({ mutationFn: () => api.call(replayDeadLetter, { params }), onSettled });
  const drop = useMutation({
    mutationFn: (reason: string) => api.call(dropDeadLetter, { params, body: { reason } }),
    onSettled,
  });
  return { replay, drop };
};
