import { ShieldQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { DERIVED_FIELDS, type DerivedField, FIELDS } from '@portico/contracts/query/fields';
import { Badge, formatTime, StatusTag, type TimeShape, type TimeZone } from '@portico/ui';
import { plainEventName } from '../../../shared/trouble/trouble-words.ts';
import { SeverityText } from '../severity-text.tsx';
import { ValueActions, type ValueUse } from './value-actions.tsx';
import { eventTerm } from './value-terms.ts';
import * as styles from './details.css.ts';

export const FieldLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.field}>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.value}>{children}</dd>
  </div>
);

export const Moment = ({ moment, zone, shape }: { moment: string; zone: TimeZone; shape?: TimeShape }) => (
  <time className={styles.time} dateTime={moment}>
    {formatTime(moment, zone, shape)}
  </time>
);

type EventFieldsProps = {
  event: EventRow;
  use: ValueUse;
  isTechnical: boolean;
};

/** `field` filters the list by the value. `copied` is the text that the copy button copies. */
type Field = { name: string; value: ReactNode; field: keyof EventRow; copied?: string; isTechnical?: true };

const code = (text: string): ReactNode => <span className={styles.code}>{text}</span>;

const copyable = (name: string, event: EventRow, field: 'id' | 'trace_id' | DerivedField): Field => ({
  name,
  value: code(event[field]),
  field,
  copied: event[field],
});

const integrationOf = ({ integration, source_id, sender_proven }: EventRow): ReactNode => {
  const name = integration ?? `Integration ${source_id}`;
  if (sender_proven) return name;
  return (
    <>
      {name}{' '}
      <Badge tone="warning" icon={ShieldQuestionMark}>
        Sender not proven
      </Badge>
    </>
  );
};

const fieldsOf = (event: EventRow, isTechnical: boolean): Field[] => [
  { name: 'Integration', value: integrationOf(event), field: 'integration' },
  {
    name: 'Organization',
    value: event.organization ?? `Organization ${event.organization_id}`,
    field: 'organization_id',
  },
  { name: 'Type', value: event.source_type, field: 'source_type', isTechnical: true },
  {
    name: 'Event',
    value: isTechnical ? code(event.event_name) : plainEventName(event.event_name),
    field: 'event_name',
  },
  ...DERIVED_FIELDS.filter((name) => event[name] !== '').map((name): Field => ({
    ...copyable(FIELDS[name].label, event, name),
    isTechnical: true,
  })),
  copyable('Trace id', event, 'trace_id'),
  { ...copyable('Event id', event, 'id'), isTechnical: true },
  { name: 'Status', value: <StatusTag status={event.result} />, field: 'result' },
  { name: 'Severity', value: <SeverityText severity={event.severity_text} />, field: 'severity_text' },
];

/** An event's fields. Buttons filter the list by a value, or copy an id. */
export const EventFields = ({ event, use, isTechnical }: EventFieldsProps) => (
  <dl className={styles.fields}>
    {fieldsOf(event, isTechnical)
      .filter((one) => isTechnical || one.isTechnical !== true)
      .map(({ name, value, field, copied }) => (
        <div key={name} className={styles.field}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.valueWithActions}>
            <span className={styles.text}>{value}</span>
            <span className={styles.actions}>
              <ValueActions
                {...use}
                name={name.toLowerCase()}
                copied={copied}
                term={eventTerm(event, [field], event[field])}
              />
            </span>
          </dd>
        </div>
      ))}
  </dl>
);
