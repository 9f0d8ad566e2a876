import { useQueryClient } from '@tanstack/react-query';
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
import { QUIET, quiet, readQuery, useChange } from '../../api/calls.ts';
import { RULES_KEY } from './rules.queries.ts';

const CHANNELS_KEY = ['channels'];
const REFRESH_MS = 10_000;

/** Channels that the viewer may see: the viewer's own, their organizations' and the product's channels. */
export const channelsQuery = (api: ApiClient) =>
  readQuery(api, [...CHANNELS_KEY, 'list'], listChannels, { query: {} }, QUIET);

export const channelQuery = (api: ApiClient, id: number) =>
  readQuery(api, [...CHANNELS_KEY, 'one', id], getChannel, { params: { id } }, quiet(REFRESH_MS));

/** @param page starts at 1 */
export const deliveriesQuery = (api: ApiClient, id: number, page: number, size: number) =>
  readQuery(
    api,
    [...CHANNELS_KEY, 'deliveries', id, page],
    listDeliveries,
    { params: { id }, query: { limit: size, offset: (page - 1) * size } },
    quiet(REFRESH_MS),
  );

export const useCreateChannel = () => {
  const queryClient = useQueryClient();
  return useChange(createChannel, (channel: ChannelCreate) => ({ body: channel }), {
    onSettled: () => void queryClient.invalidateQueries({ queryKey: CHANNELS_KEY }),
  });
};

/** Shows no error messages; the callers show errors. */
export const useChannelMutations = (id: number) => {
  const queryClient = useQueryClient();
  const params = { id };
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: CHANNELS_KEY });
  return {
    update: useChange(updateChannel, (change: ChannelUpdate) => ({ params, body: change }), { onSettled }),
    remove: useChange(deleteChannel, () => ({ params }), {
      onSettled: () => {
        onSettled();
        void queryClient.invalidateQueries({ queryKey: RULES_KEY });
      },
    }),
    /** If the code is undefined, the server sends a new code. */
    verify: useChange(verifyChannel, (code: string | undefined) => ({ params, body: { code } }), { onSettled }),
    takeOver: useChange(takeOverChannel, () => ({ params }), { onSettled }),
    test: useChange(testChannel, () => ({ params }), { onSettled }),
    rotate: useChange(rotateChannelSecret, () => ({ params, body: { overlap: '24h' as const } }), { onSettled }),
    resend: useChange(resendDelivery, (delivery: number) => ({ params: { id: delivery } }), { onSettled }),
  };
};
