import { History } from 'lucide-react';
import type { EventRow } from '@portico/contracts/http/events';
import { Badge, formatDuration, formatTime, type TimeZone } from '@portico/ui';
import { EventFields } from './event-fields.tsx';
import { isEmpty, otherDetails } from './exact-json.ts';
import { JsonTree } from './json-tree.tsx';
import { Message, type DetailsProps } from './plain-details.tsx';
import { ValueActions } from './value-actions.tsx';
import { detailsTerm } from './value-terms.ts';
import * as styles from './details.css.ts';

/** Delay in milliseconds above which an event is late. A smaller delay may come from a difference between clocks. */
const LATE_MS = 5 * 60_000;

/** Milliseconds from timestamp to arrival; negative if the publisher's clock is ahead. */
const delayOf = ({ timestamp, published_at }: EventRow): number => Date.parse(published_at) - Date.parse(timestamp);

/** Whether the event arrived more than {@link LATE_MS} after its timestamp, so that newer events may be above it in the list. */
export const isLate = (event: EventRow): boolean => delayOf(event) > LATE_MS;

const Moment = ({ moment, zone }: { moment: string; zone: TimeZone }) => (
  <time className={styles.time} dateTime={moment}>
    {formatTime(moment, zone, 'precise')}
  </time>
);

/** The duration as text, such as '2 s later'; 'earlier' if the duration is negative. */
const after = (milliseconds: number): string =>
  milliseconds < 0 ? `${formatDuration(-milliseconds)} earlier` : `${formatDuration(milliseconds)} later`;

/** When an event happened, arrived and was stored. */
const EventTimes = ({ event, zone }: { event: EventRow; zone: TimeZone }) => {
  const { timestamp, published_at, stored_at } = event;
  return (
    <dl className={styles.fields}>
      <div className={styles.field}>
        <dt className={styles.name}>Occurred</dt>
        <dd className={styles.value}>
          <Moment moment={timestamp} zone={zone} />
        </dd>
      </div>
      <div className={styles.field}>
        <dt className={styles.name}>Arrived</dt>
        <dd className={styles.value}>
          <Moment moment={published_at} zone={zone} />
          {isLate(event) ? (
            <Badge tone="warning" icon={History}>
              {formatDuration(delayOf(event))} late
            </Badge>
          ) : (
            <span className={styles.delay}>{after(delayOf(event))}</span>
          )}
        </dd>
      </div>
      <div className={styles.field}>
        <dt className={styles.name}>Stored</dt>
        <dd className={styles.value}>
          {stored_at === null ? (
            <span className={styles.delay}>Not stored yet: this event arrived live</span>
          ) : (
            <>
              <Moment moment={stored_at} zone={zone} />
              <span className={styles.delay}>{after(Date.parse(stored_at) - Date.parse(published_at))}</span>
            </>
          )}
        </dd>
      </div>
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

/** An event's ids, times and all other data that the publisher sent. */
export const TechnicalDetails = ({ event, zone, use }: DetailsProps) => (
  <>
    <EventFields event={event} use={use} isTechnical />
    <EventTimes event={event} zone={zone} />
    <p className={styles.caption}>Details</p>
    <Message event={event} />
    <OtherDetails event={event} use={use} />
  </>
);
