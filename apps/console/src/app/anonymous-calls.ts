import { createApiClient } from '@portico/api-client';
import { exchangeToken, getConfig } from '@portico/contracts/http/identity';
import { renewSession, signOut } from '@portico/contracts/http/sessions';
import { measureClock } from '../shared/time/server-clock.ts';
import type { ProviderIdentity } from './session/sign-on.ts';

/** API calls that never renew a rejected token. Their code loads with the first such call. */
export const anonymousCalls = (baseUrl: string) => {
  const client = (credentials: 'omit' | 'include', token: string | null = null) =>
    createApiClient({ baseUrl, token: () => token, onResponse: measureClock, credentials });
  return {
    // `exchange` sets the session cookie, `renewSession` requires it, and `endSession` deletes it.
    exchange: (identity: ProviderIdentity) => client('include').call(exchangeToken, { body: identity }),
    renewSession: () => client('include').call(renewSession),
    endSession: (token: string | null) => client('include', token).call(signOut),
    getConfig: () => client('omit').call(getConfig),
  };
};
