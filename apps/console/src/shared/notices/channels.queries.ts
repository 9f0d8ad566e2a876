import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  type ChannelCreate,
  type ChannelUpdate,
  createChannel,
  deleteChannel,
  getChannel,
  listChannels,
  listDeliveries,
  resendDelivery,
  rotateChannelSecret,
  takeOverChannel,
  testChannel,
  updateChannel,
  verifyChannel,
} from '@portico/contracts/http/channels';
import { useApi } from '../../api/use-api.ts';
import { RULES_KEY } from './rules.queries.ts';

export const CHANNELS_KEY = ['channels'];
/** Poll interval of deliveries in milliseconds. */
const REFRESH_MS = 10_000;

/** Channels that the viewer may see: their own, those of their organizations, and the product's. */
export const channelsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...CHANNELS_KEY, 'list'],
    queryFn: ({ signal }) => api.call(listChannels, { query: {}, signal }),
    meta: { isQuiet: true },
  });

export const channelQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: [...CHANNELS_KEY, 'one', id],
    queryFn: ({ signal }) => api.call(getChannel, { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** @param page starts at 1 */
export const deliveriesQuery = (api: ApiClient, id: number, page: number, size: number) =>
  queryOptions({
    queryKey: [...CHANNELS_KEY, 'deliveries', id, page],
    queryFn: ({ signal }) =>
      api.call(listDeliveries, { params: { id }, query: { limit: size, offset: (page - 1) * size }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** Creates a channel. Its dialog shows errors. */
export const useCreateChannel = () => {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (channel: ChannelCreate) => api.call(createChannel, { body: channel }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: CHANNELS_KEY }),
  });
};

/** Mutations of a channel. Callers show errors. */
export const useChannelMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const params = { id };
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: CHANNELS_KEY });
  return {
    update: useMutation({
      mutationFn: (change: ChannelUpdate) => api.call(updateChannel, { params, body: change }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: () => api.call(deleteChannel, { params }),
      onSettled: () => {
        onSettled();
        void queryClient.invalidateQueries({ queryKey: RULES_KEY });
      },
    }),
    /** Without a code the server sends a new one. */
    verify: useMutation({
      mutationFn: (code: string | undefined) => api.call(verifyChannel, { params, body: { code } }),
      onSettled,
    }),
    takeOver: useMutation({ mutationFn: () => api.call(takeOverChannel, { params }), onSettled }),
    test: useMutation({ mutationFn: () => api.call(testChannel, { params }), onSettled }),
    rotate: useMutation({
      mutationFn: () => api.call(rotateChannelSecret, { params, body: { overlap: '24h' } }),
      onSettled,
    }),
    resend: useMutation({
      mutationFn: (delivery: number) => api.call(resendDelivery, { params: { id: delivery } }),
      onSettled,
    }),
  };
};
