import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { MAX_LIMIT, type Page, PAGE_SIZE } from '@portico/contracts/common/page';
import {
  type DeadLetter,
  type DeadLetters,
  dropDeadLetter,
  getDeadLetter,
  LETTER_SERVICES,
  type LetterService,
  listDeadLetters,
  replayDeadLetter,
} from '@portico/contracts/http/dead-letters';
import { readQuery, useChange } from '../../api/calls.ts';
import { LETTERS_KEY } from '../../shared/trouble/trouble.queries.ts';
import type { LettersSearch } from './letters-search.ts';

/** A letter's id is only unique within its service; `id` combines both. */
export type LetterRow = Omit<DeadLetter, 'id'> & { id: string; letter: number };

/** One page of letters; `missing` lists the services that did not respond. */
type LetterPage = Page<LetterRow> & { waiting: number; missing: readonly LetterService[] };

type Ask = { api: ApiClient; state: LettersSearch['state']; signal: AbortSignal };

/** Returns the newest letters of a service, at most `limit`. */
const newestOf = async (service: LetterService, limit: number, { api, state, signal }: Ask): Promise<DeadLetters> => {
  const narrowed = state === 'all' ? {} : { state };
  const ask = (offset: number) => {
    const query = { limit: Math.min(limit - offset, MAX_LIMIT), offset, ...narrowed };
    return api.call(listDeadLetters, { params: { service }, query, signal });
  };
  const first = await ask(0);
  const data = [...first.data];
  while (data.length < Math.min(limit, first.count)) {
    const next = await ask(data.length);
    if (next.data.length === 0) break;
    data.push(...next.data);
  }
  return { ...first, data };
};

/** One page of the letters of one or all services, newest first. Omits the letters of unavailable services. */
export const lettersQuery = (api: ApiClient, { service, state = 'waiting', page = 1 }: LettersSearch) =>
  queryOptions({
    queryKey: [...LETTERS_KEY, 'list', service, state, page],
    queryFn: async ({ signal }): Promise<LetterPage> => {
      const services = service === undefined ? LETTER_SERVICES : [service];
      const results = await Promise.allSettled(
        services.map((one) => newestOf(one, page * PAGE_SIZE, { api, state, signal })),
      );
      const answers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const failed = results.find((one) => one.status === 'rejected');
      if (answers.length === 0 && failed) throw failed.reason;
      const newest = answers
        .flatMap(({ data }) => data)
        .toSorted((one, other) => Date.parse(other.failedAt) - Date.parse(one.failedAt));
      return {
        data: newest
          .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
          .map((letter) => ({ ...letter, id: `${letter.service} ${letter.id}`, letter: letter.id })),
        count: answers.reduce((sum, { count }) => sum + count, 0),
        waiting: answers.reduce((sum, { waiting }) => sum + waiting, 0),
        missing: services.filter((_, place) => results[place]?.status === 'rejected'),
      };
    },
    placeholderData: keepPreviousData,
  });

export const letterQuery = (api: ApiClient, service: LetterService, id: number) =>
  readQuery(api, [...LETTERS_KEY, 'one', service, id], getDeadLetter, { params: { service, id } });

/** Mutations that replay or drop a letter. Each refetches after success and after an error. */
export const useLetterMutations = (service: LetterService, id: number) => {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: LETTERS_KEY });
  const params = { service, id };
  const replay = useChange(replayDeadLetter, () => ({ params }), { onSettled });
  const drop = useChange(dropDeadLetter, (reason: string) => ({ params, body: { reason } }), { onSettled });
  return { replay, drop };
};
