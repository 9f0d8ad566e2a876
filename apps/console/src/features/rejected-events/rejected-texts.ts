import type { RefusalCode } from '@portico/contracts/events/integration-event';
import type { RefusedEvent } from '@portico/contracts/http/rejected-events';

/** `wrong_organization` as a person reads it. */
export const codeText = (code: RefusalCode): string => code.replaceAll('_', ' ');

/** Whose it is, as far as it says so. */
export const integrationText = ({
  integration_id,
  integration,
}: Pick<RefusedEvent, 'integration_id' | 'integration'>) =>
  integration_id === null ? 'Unknown integration' : (integration ?? `Integration ${integration_id}`);
