import type { IntegrationKey } from '@portico/contracts/http/integration-keys';
import { formatTime } from '@portico/ui';

export const MODE_OPTIONS = [
  { value: 'live', text: 'Live' },
  { value: 'test', text: 'Test' },
] as const;
export const KIND_OPTIONS = [
  { value: 'publish', text: 'Publish events' },
  { value: 'read', text: 'Check events only' },
] as const;
export const OVERLAP_OPTIONS = [
  { id: '0', text: 'Expires now' },
  { id: '1h', text: '1 hour' },
  { id: '24h', text: '24 hours' },
  { id: '7d', text: '7 days' },
] as const;

export const kindText = ({ kind }: Pick<IntegrationKey, 'kind'>): string =>
  kind === 'publish' ? 'Publishes events' : 'Checks events, cannot publish events';

export const isValid = ({ state }: Pick<IntegrationKey, 'state'>): boolean =>
  state === 'active' || state === 'rotating';

export const stateText = ({ state, expiresAt, revokedAt }: IntegrationKey): string => {
  if (state === 'revoked') return revokedAt === null ? 'Revoked' : `Revoked ${formatTime(revokedAt, 'local', 'short')}`;
  if (expiresAt === null) return state === 'expired' ? 'Expired' : 'Valid';
  return `${state === 'expired' ? 'Expired' : 'Valid until'} ${formatTime(expiresAt, 'local', 'short')}`;
};
