import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EPISODES_KEY } from '../../shared/episodes/episodes.queries.ts';
import { NOTICES_KEY } from '../../shared/notices/notices-key.ts';
import type { AlertsSource } from './alerts-connection.ts';
import { SILENCE_KEY } from '../../shared/silence/silence.queries.ts';

const KEYS = { episodes: EPISODES_KEY, notices: NOTICES_KEY, silence: SILENCE_KEY } as const;

/** What has changed of alerts is asked for again, as it changes. */
export const AlertsLive = () => {
  const { alerts } = useRouteContext({ from: '/_portal' });
  const queryClient = useQueryClient();
  useEffect(() => {
    const changed: Parameters<AlertsSource['watch']>[0] = (what) =>
      void queryClient.invalidateQueries({ queryKey: KEYS[what] });
    return alerts.watch(changed);
  }, [alerts, queryClient]);
  return null;
};
