import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { PAGE_SIZE } from '@portico/contracts/common/page';
import {
  getRejectedEvent,
  listRejectedEvents,
  republishEvent,
  summarizeRejectedEvents,
  validateEvent,
} from '@portico/contracts/http/rejected-events';
import type { RejectedSearch } from './rejected-search.ts';

const KEY = ['rejected-events'];
/** What is rejected meanwhile is seen this soon, in milliseconds. */
const REFRESH_MS = 10_000;

export const rejectedListQuery = (api: ApiClient, { page = 1, ...filter }: RejectedSearch) =>
  queryOptions({
    queryKey: [...KEY, 'list', page, filter],
    queryFn: ({ signal }) =>
      api.call(listRejectedEvents, {
        query: { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const rejectedSummaryQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'summary'],
    queryFn: ({ signal }) => api.call(summarizeRejectedEvents, { signal }),
    refetchInterval: REFRESH_MS,
  });

export const rejectedEventQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => api.call(getRejectedEvent, { params: { id }, signal }),
  });

/** Judges a corrected event, and publishes it. */
export const useCorrection = (api: ApiClient, id: string) => {
  const queryClient = useQueryClient();
  const check = useMutation({
    // Invalid JSON is sent as text and gets its verdict from the same validation.
    mutationFn: (value: unknown) => api.call(validateEvent, { body: value }),
  });
  const publish = useMutation({
    mutationFn: (value: string) => api.call(republishEvent, { params: { id }, body: { value } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  });
  return { check, publish };
};
