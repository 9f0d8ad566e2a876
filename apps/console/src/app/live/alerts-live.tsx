import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAlerts } from '../../api/use-api.ts';
import type { AlertsSource } from '../../api/live-source.ts';
import { EPISODES_KEY } from '../../shared/episodes/episodes.queries.ts';
import { NOTICES_KEY } from '../../shared/notices/notices-key.ts';
import { SILENCE_KEY } from '../../shared/silence/silence.queries.ts';
import { TROUBLE_KEY } from '../../shared/trouble/trouble.queries.ts';

const KEYS = {
  episodes: [EPISODES_KEY, TROUBLE_KEY],
  notices: [NOTICES_KEY],
  silence: [SILENCE_KEY, TROUBLE_KEY],
} as const;

/** Refetches alerts data when it changes. */
export const AlertsLive = () => {
  const alerts = useAlerts();
  const queryClient = useQueryClient();
  useEffect(() => {
    const changed: Parameters<AlertsSource['watch']>[0] = (what) => {
      for (const queryKey of KEYS[what]) void queryClient.invalidateQueries({ queryKey });
    };
    return alerts.watch(changed);
  }, [alerts, queryClient]);
  return null;
};
