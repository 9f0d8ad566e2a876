import type { RejectionCode } from '@portico/contracts/events/integration-event';
import type { RejectedEvent, RejectedSummary } from '@portico/contracts/http/rejected-events';

export const codeText = (code: RejectionCode): string => code.replaceAll('_', ' ');

export const pointerText = (pointer: string): string => (pointer === '' ? 'entire value' : pointer);

/** The name of an integration, or its id if the name is unknown. */
export const integrationText = ({
  integration_id,
  integration,
}: Pick<RejectedEvent, 'integration_id' | 'integration'>) =>
  integration_id === null ? 'Unknown integration' : (integration ?? `Integration ${integration_id}`);

/** One choice per integration with rejected events. Integrations with the same name get their id as a suffix. */
export const integrationChoices = (summary: readonly RejectedSummary[]): { id: number; text: string }[] => {
  const named = summary.map((one) => ({
    id: one.integration_id ?? 0,
    text: one.organization === null ? integrationText(one) : `${integrationText(one)} · ${one.organization}`,
  }));
  const isShared = (text: string) => named.filter((one) => one.text === text).length > 1;
  return named.map(({ id, text }) => ({ id, text: isShared(text) ? `${text} #${id}` : text }));
};
