import { History } from 'lucide-react';
import type { EventRow } from '@portico/contracts/http/events';
import { Badge, formatDuration, type TimeZone } from '@portico/ui';
import { EventFields, FieldLine, Moment } from './event-fields.tsx';
import { isEmpty, otherDetails } from './exact-json.ts';
import { JsonTree } from './json-tree.tsx';
import { Message, type DetailsProps } from './plain-details.tsx';
import { ValueActions } from './value-actions.tsx';
import { detailsTerm } from './value-terms.ts';
import * as styles from './details.css.ts';

/** Delay in milliseconds above which an event is late. Different clocks may cause a smaller delay. */
const LATE_MS = 5 * 60_000;

/** Milliseconds from timestamp to arrival; negative if the publisher's clock is ahead. */
const delayOf = ({ timestamp, published_at }: EventRow): number => Date.parse(published_at) - Date.parse(timestamp);

export const isLate = (event: EventRow): boolean => delayOf(event) > LATE_MS;

/** The duration as text: '2 s later', or '2 s earlier' if the duration is negative. */
const after = (milliseconds: number): string =>
  milliseconds < 0 ? `${formatDuration(-milliseconds)} earlier` : `${formatDuration(milliseconds)} later`;

const EventTimes = ({ event, zone }: { event: EventRow; zone: TimeZone }) => {
  const { timestamp, published_at, stored_at } = event;
  return (
    <dl className={styles.fields}>
      <FieldLine name="Occurred">
        <Moment moment={timestamp} zone={zone} shape="precise" />
      </FieldLine>
      <FieldLine name="Arrived">
        <Moment moment={published_at} zone={zone} shape="precise" />
        {isLate(event) ? (
          <Badge tone="warning" icon={History}>
            {formatDuration(delayOf(event))} late
          </Badge>
        ) : (
          <span className={styles.delay}>{after(delayOf(event))}</span>
        )}
      </FieldLine>
      <FieldLine name="Stored">
        {stored_at === null ? (
          <span className={styles.delay}>Not stored yet: this event arrived live</span>
        ) : (
          <>
            <Moment moment={stored_at} zone={zone} shape="precise" />
            <span className={styles.delay}>{after(Date.parse(stored_at) - Date.parse(published_at))}</span>
          </>
        )}
      </FieldLine>
    </dl>
  );
};

const OtherDetails = ({ event, use }: Pick<DetailsProps, 'event' | 'use'>) => {
  const rest = otherDetails(event);
  if (isEmpty(rest)) return null;
  return (
    <>
      <p className={styles.caption}>Other details</p>
      <JsonTree
        label="Other details"
        value={rest}
        renderActions={(path, value, copied) => (
          <ValueActions {...use} copied={copied} name={path.join('.')} term={detailsTerm(path, value)} />
        )}
      />
    </>
  );
};

export const TechnicalDetails = ({ event, zone, use }: DetailsProps) => (
  <>
    <EventFields event={event} use={use} isTechnical />
    <EventTimes event={event} zone={zone} />
    <p className={styles.caption}>Details</p>
    <Message event={event} />
    <OtherDetails event={event} use={use} />
  </>
);
