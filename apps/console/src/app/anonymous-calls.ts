import { createApiClient } from '@portico/api-client';
import { exchangeToken, getConfig } from '@portico/contracts/http/identity';
import { measureClock } from '../shared/time/server-clock.ts';
import type { ProviderIdentity } from './session/sign-on.ts';

/** Calls without a token, and without the renewal that would itself need them. Loaded when one of them is made. */
export const anonymousCalls = (baseUrl: string) => {
  const api = createApiClient({ baseUrl, token: () => null, onResponse: measureClock });
  return {
    exchange: (identity: ProviderIdentity) => api.call(exchangeToken, { body: identity }),
    getConfig: () => api.call(getConfig),
  };
};
