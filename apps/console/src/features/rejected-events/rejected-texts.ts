import type { RejectionCode } from '@portico/contracts/events/integration-event';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';

/** `wrong_organization` as a person reads it. */
export const codeText = (code: RejectionCode): string => code.replaceAll('_', ' ');

/** Whose it is, as far as it says so. */
export const integrationText = ({
  integration_id,
  integration,
}: Pick<RejectedEvent, 'integration_id' | 'integration'>) =>
  integration_id === null ? 'Unknown integration' : (integration ?? `Integration ${integration_id}`);
