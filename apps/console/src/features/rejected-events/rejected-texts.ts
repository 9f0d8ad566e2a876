import type { RejectionCode } from '@portico/contracts/events/integration-event';
import type { RejectedEvent, RejectedSummary } from '@portico/contracts/http/rejected-events';
import { formatNumber } from '@portico/ui';

/** `wrong_organization` as a person reads it. */
export const codeText = (code: RejectionCode): string => code.replaceAll('_', ' ');

/** Why nothing is known of whose it is; of several reasons, how many of each. */
export const reasonsText = (reasons: RejectedSummary['reasons']): string => {
  const [{ code } = {}, ...others] = reasons;
  if (code === undefined || others.length > 0)
    return reasons.map((reason) => `${formatNumber(reason.count)} ${codeText(reason.code)}`).join(', ');
  if (code === 'not_json') return 'This is not JSON';
  return code === 'unknown_integration' ? 'This integration does not exist' : sentence(codeText(code));
};

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whose it is, as far as it says so. */
export const integrationText = ({
  integration_id,
  integration,
}: Pick<RejectedEvent, 'integration_id' | 'integration'>) =>
  integration_id === null ? 'Unknown integration' : (integration ?? `Integration ${integration_id}`);
