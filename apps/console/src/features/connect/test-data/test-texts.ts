import type { Rejection } from '@portico/contracts/events/integration-event';
import type { TestEvent } from '@portico/contracts/http/test-events';

/** Its event name; of what would be rejected its id, as far as that could be read. */
export const nameText = ({ event, event_id }: Pick<TestEvent, 'event' | 'event_id'>): string =>
  event?.event_name ?? event_id ?? 'No readable id';

/** `wrong_organization` as a person reads it. */
export const codeText = ({ code }: Rejection): string => code.replaceAll('_', ' ');

/** Where the fault is, as a person reads it. */
export const pointerText = ({ pointer }: Rejection): string => (pointer === '' ? 'entire value' : pointer);
