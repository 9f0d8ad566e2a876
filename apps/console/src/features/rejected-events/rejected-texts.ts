import type { RejectionCode } from '@portico/contracts/events/integration-event';
import type { RejectedEvent, RejectedSummary } from '@portico/contracts/http/rejected-events';

/** `wrong_organization` as a person reads it. */
export const codeText = (code: RejectionCode): string => code.replaceAll('_', ' ');

/** Where the fault is, as a person reads it. */
export const pointerText = (pointer: string): string => (pointer === '' ? 'entire value' : pointer);

/** Whose it is, as far as it says so. */
export const integrationText = ({
  integration_id,
  integration,
}: Pick<RejectedEvent, 'integration_id' | 'integration'>) =>
  integration_id === null ? 'Unknown integration' : (integration ?? `Integration ${integration_id}`);

/** Each integration with rejected events as one choice: its name, distinct from others of that name. */
export const integrationChoices = (summary: readonly RejectedSummary[]): { id: number; text: string }[] => {
  const named = summary.map((one) => ({
    id: one.integration_id ?? 0,
    text: one.organization === null ? integrationText(one) : `${integrationText(one)} · ${one.organization}`,
  }));
  const isShared = (text: string) => named.filter((one) => one.text === text).length > 1;
  return named.map(({ id, text }) => ({ id, text: isShared(text) ? `${text} #${id}` : text }));
};
