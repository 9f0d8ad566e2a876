import { ListFilterPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { StatusTag } from '@portico/ui';
import type { EventsFilter } from '../events-search.ts';
import { SeverityText } from '../severity-text.tsx';
import { CopyButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';
import { filterFrom, type FilterField } from './value-filter.ts';
import * as styles from './details.css.ts';

export type EventFieldsProps = { event: EventRow; onNarrow: (change: EventsFilter) => void };

type Field = { name: string; value: ReactNode; filter?: FilterField; copied?: string };

const fieldsOf = (event: EventRow): Field[] => [
  { name: 'Integration', value: event.integration ?? `Integration ${event.source_id}`, filter: 'integration' },
  {
    name: 'Organization',
    value: event.organization ?? `Organization ${event.organization_id}`,
    filter: 'organization_id',
  },
  { name: 'Type', value: event.source_type, filter: 'source_type' },
  { name: 'Event', value: <span className={styles.code}>{event.event_name}</span>, filter: 'event_name' },
  {
    name: 'Trace id',
    value: <span className={styles.code}>{event.trace_id}</span>,
    filter: 'trace_id',
    copied: event.trace_id,
  },
  { name: 'Event id', value: <span className={styles.code}>{event.id}</span>, copied: event.id },
  { name: 'Status', value: <StatusTag status={event.result} />, filter: 'result' },
  { name: 'Severity', value: <SeverityText severity={event.severity_text} />, filter: 'severity_text' },
];

/** What an event says of itself; most values can be added to the filter, ids copied. */
export const EventFields = ({ event, onNarrow }: EventFieldsProps) => (
  <dl className={styles.fields}>
    {fieldsOf(event).map(({ name, value, filter, copied }) => {
      const change = filter === undefined ? null : filterFrom(event, filter);
      return (
        <div key={name} className={styles.field}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.valueWithActions}>
            <span className={styles.text}>{value}</span>
            <span className={styles.actions}>
              {copied !== undefined && <CopyButton what={name.toLowerCase()} text={copied} />}
              {change !== null && (
                <IconButton
                  icon={ListFilterPlus}
                  label={`Filter by this ${name.toLowerCase()}`}
                  onPress={() => onNarrow(change)}
                />
              )}
            </span>
          </dd>
        </div>
      );
    })}
  </dl>
);
