import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import type { ApiClient } from '@portico/api-client';
import { getSilence, type SilenceUpdate, updateSilence } from '@portico/contracts/http/silence';
import { useApi } from '../../api/use-api.ts';
import { quiet, readQuery, useChange } from '../../api/calls.ts';
import { SILENCE_KEY } from '../../shared/silence/silence.queries.ts';
import { TROUBLE_KEY } from '../../shared/trouble/trouble.queries.ts';

const REFRESH_MS = 30_000;

export const silenceQuery = (api: ApiClient, id: number) =>
  readQuery(api, [...SILENCE_KEY, 'one', id], getSilence, { params: { id } }, quiet(REFRESH_MS));

export const useSilenceUpdate = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  return useChange(updateSilence, (body: z.input<typeof SilenceUpdate>) => ({ params: { id }, body }), {
    onSuccess: (silence) => {
      queryClient.setQueryData(silenceQuery(api, id).queryKey, silence);
      void queryClient.invalidateQueries({ queryKey: TROUBLE_KEY });
      return queryClient.invalidateQueries({ queryKey: SILENCE_KEY });
    },
  });
};
