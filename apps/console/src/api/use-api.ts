import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { ApiClient } from '@portico/api-client';
import type { AlertsSource, LiveSource, RejectedSource } from './live-source.ts';

/** The API, its cached responses and the live connections. */
export type Backend = {
  api: ApiClient;
  /** The API client without a token, for forms that visitors can send too. */
  publicApi: ApiClient;
  queryClient: QueryClient;
  live: LiveSource;
  rejected: RejectedSource;
  alerts: AlertsSource;
};

export const BackendContext = createContext<Backend | null>(null);

const useBackend = (): Backend => {
  const backend = useContext(BackendContext);
  if (backend === null) throw new Error('BackendContext has no value');
  return backend;
};

/** The API client that sends the user's token. */
export const useApi = (): ApiClient => useBackend().api;

/** The API client that sends no token. */
export const usePublicApi = (): ApiClient => useBackend().publicApi;

/** The live connection of the list of events. */
export const useLive = (): LiveSource => useBackend().live;

/** The live count of rejected events. */
export const useRejected = (): RejectedSource => useBackend().rejected;

/** The source that notifies a listener of alert changes. */
export const useAlerts = (): AlertsSource => useBackend().alerts;
