import { LifeBuoy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { buttonClass, Dialog, formatTime, Icon, StatusTag } from '@portico/ui';
import * as styles from './event-details.css.ts';
import { supportMail } from './support-mail.ts';

export type EventDetailsProps = { event: EventRow; supportEmail: string; onClose: () => void };

const Field = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.value}>{children}</dd>
  </>
);

/** A block with a scrollbar of its own: it takes the focus, so that the keyboard can scroll it. */
const Scrolled = ({ label, className, children }: { label: string; className: string; children: string }) => (
  <section aria-label={label} className={className} {...{ tabIndex: 0 }}>
    {children}
  </section>
);

/** Everything one event says, in a dialog. */
export const EventDetails = ({ event, supportEmail, onClose }: EventDetailsProps) => {
  const { message, ...rest } = event.details;
  const support = event.result === 'FAILURE' && {
    footer: (
      <a className={buttonClass()} href={supportMail(supportEmail, event)}>
        <Icon of={LifeBuoy} />
        Support
      </a>
    ),
  };
  return (
    <Dialog title="Event Details" onClose={onClose} {...support}>
      <dl className={styles.fields}>
        <Field name="Integration">{event.integration ?? `Integration ${event.source_id}`}</Field>
        <Field name="Event">{event.event_name}</Field>
        <Field name="Timestamp">{formatTime(event.timestamp)}</Field>
        <Field name="Trace id">
          <span className={styles.code}>{event.trace_id}</span>
        </Field>
        <Field name="Status">
          <StatusTag status={event.result} />
        </Field>
        <Field name="Severity">{event.severity_text}</Field>
      </dl>
      <p className={styles.caption}>Details</p>
      <Scrolled label="Details" className={styles.message}>
        {message}
      </Scrolled>
      {Object.keys(rest).length > 0 && (
        <>
          <p className={styles.caption}>Other details</p>
          <Scrolled label="Other details" className={styles.json}>
            {JSON.stringify(rest, null, 2)}
          </Scrolled>
        </>
      )}
    </Dialog>
  );
};
