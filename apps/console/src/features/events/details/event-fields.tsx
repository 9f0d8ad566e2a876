import { ShieldQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { DERIVED_FIELDS, FIELDS } from '@portico/contracts/query/fields';
import { Badge, StatusTag } from '@portico/ui';
import { plainEventName } from '../../../shared/trouble/trouble-words.ts';
import { SeverityText } from '../severity-text.tsx';
import { ValueActions, type ValueUse } from './value-actions.tsx';
import { eventTerm } from './value-terms.ts';
import * as styles from './details.css.ts';

type EventFieldsProps = {
  event: EventRow;
  use: ValueUse;
  /** Whether to show technical names and ids. */
  isTechnical: boolean;
};

type Field = { name: string; value: ReactNode; of: keyof EventRow; copied?: string; isTechnical?: true };

const derivedOf = (event: EventRow): Field[] =>
  DERIVED_FIELDS.filter((name) => event[name] !== '').map((name) => ({
    name: FIELDS[name].label,
    value: <span className={styles.code}>{event[name]}</span>,
    of: name,
    copied: event[name],
    isTechnical: true,
  }));

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
  { name: 'Integration', value: integrationOf(event), of: 'integration' },
  {
    name: 'Organization',
    value: event.organization ?? `Organization ${event.organization_id}`,
    of: 'organization_id',
  },
  { name: 'Type', value: event.source_type, of: 'source_type', isTechnical: true },
  {
    name: 'Event',
    value: isTechnical ? <span className={styles.code}>{event.event_name}</span> : plainEventName(event.event_name),
    of: 'event_name',
  },
  ...derivedOf(event),
  {
    name: 'Trace id',
    value: <span className={styles.code}>{event.trace_id}</span>,
    of: 'trace_id',
    copied: event.trace_id,
  },
  {
    name: 'Event id',
    value: <span className={styles.code}>{event.id}</span>,
    of: 'id',
    copied: event.id,
    isTechnical: true,
  },
  { name: 'Status', value: <StatusTag status={event.result} />, of: 'result' },
  { name: 'Severity', value: <SeverityText severity={event.severity_text} />, of: 'severity_text' },
];

/** An event's fields: each value can filter the list, and ids can be copied. */
export const EventFields = ({ event, use, isTechnical }: EventFieldsProps) => (
  <dl className={styles.fields}>
    {fieldsOf(event, isTechnical)
      .filter((field) => isTechnical || field.isTechnical !== true)
      .map(({ name, value, of, copied }) => (
        <div key={name} className={styles.field}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.valueWithActions}>
            <span className={styles.text}>{value}</span>
            <span className={styles.actions}>
              <ValueActions
                {...use}
                name={name.toLowerCase()}
                copied={copied}
                term={eventTerm(event, [of], event[of])}
              />
            </span>
          </dd>
        </div>
      ))}
  </dl>
);
