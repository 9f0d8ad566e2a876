import { History } from 'lucide-react';
import type { EventRow } from '@portico/contracts/http/events';
import { Badge, formatDuration, formatTime, type TimeZone } from '@portico/ui';
import { delayOf, isLate } from './arrival-delay.ts';
import * as styles from './details.css.ts';

const Moment = ({ moment, zone }: { moment: string; zone: TimeZone }) => (
  <time className={styles.time} dateTime={moment}>
    {formatTime(moment, zone, 'precise')}
  </time>
);

/** How long after the moment before. */
const after = (milliseconds: number): string =>
  milliseconds < 0 ? `${formatDuration(-milliseconds)} earlier` : `${formatDuration(milliseconds)} later`;

/** When an event happened, arrived and was stored. */
export const EventTimes = ({ event, zone }: { event: EventRow; zone: TimeZone }) => {
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
            <span className={styles.delay}>Not known yet: this event arrived live</span>
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
