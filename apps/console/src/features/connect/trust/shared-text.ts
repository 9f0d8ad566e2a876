import type { Conformance } from '@portico/contracts/http/conformance';
import { formatNumber } from '@portico/ui';

/** Describes how many events of the last 24 hours Portico would reject if the shared topic were closed. */
export const sharedText = ({ accepted, shared }: Pick<Conformance, 'accepted' | 'shared'>): string => {
  if (accepted === null || shared === null) return 'There were too many events in the last 24 hours to count them.';
  if (accepted === 0) return 'No events arrived in the last 24 hours.';
  if (accepted === 1)
    return shared.count === 0
      ? 'The only event of the last 24 hours did not use the shared topic and would not be rejected.'
      : 'The only event of the last 24 hours used the shared topic and would be rejected.';
  const total = `of ${formatNumber(accepted)} events of the last 24 hours`;
  return shared.count === 0
    ? `None ${total} used the shared topic, so no event would be rejected.`
    : `${formatNumber(shared.count)} ${total} used the shared topic and would be rejected.`;
};
