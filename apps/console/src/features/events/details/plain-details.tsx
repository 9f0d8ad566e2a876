import type { EventRow } from '@portico/contracts/http/events';
import type { TimeZone } from '@portico/ui';
import { EventFields, FieldLine, Moment } from './event-fields.tsx';
import type { ValueUse } from './value-actions.tsx';
import * as styles from './details.css.ts';

export type DetailsProps = { event: EventRow; zone: TimeZone; use: ValueUse };

/** The event's message. It is focusable, so that the keyboard can scroll it. */
export const Message = ({ event }: { event: EventRow }) => (
  <section aria-label="Details" className={styles.message} {...{ tabIndex: 0 }}>
    {event.details.message}
  </section>
);

/** Whether a retry can help; undefined if the event does not contain this information. */
const isRetryable = ({ details }: EventRow): boolean | undefined => {
  const { error } = details;
  if (typeof error !== 'object' || error === null || !('retryable' in error)) return undefined;
  return typeof error.retryable === 'boolean' ? error.retryable : undefined;
};

const meaningOf = (event: EventRow): string => {
  const canRetry = isRetryable(event);
  if (canRetry === undefined) return 'This event failed. If the message does not explain why, ask support.';
  return canRetry
    ? 'The cause may be temporary, so the next try can succeed. If the event fails again, ask support.'
    : 'Retrying will not help. Correct the cause that the message names, or ask support.';
};

/** The details for a customer: the message, the meaning of a failure with advice, and the main fields. */
export const PlainDetails = ({ event, zone, use }: DetailsProps) => (
  <>
    <Message event={event} />
    {event.result === 'FAILURE' && <p className={styles.meaning}>{meaningOf(event)}</p>}
    <EventFields event={event} use={use} isTechnical={false} />
    <dl className={styles.fields}>
      <FieldLine name="Occurred">
        <Moment moment={event.timestamp} zone={zone} />
      </FieldLine>
    </dl>
  </>
);
