import { Braces, Check, Link2, History } from 'lucide-react';
import type { EventTrace } from '@portico/contracts/http/event-traces';
import type { EventRow } from '@portico/contracts/http/events';
import { Badge, Button, Icon, Segments, type TimeZone, formatDuration, formatTime } from '@portico/ui';
import type { EventsFilter } from '../events-search.ts';
import { EventFields } from './event-fields.tsx';
import { eventText, exactEvent, isEmpty, otherDetails } from './exact-json.ts';
import { JsonTree } from './json-tree.tsx';
import { SimilarView } from './similar/similar-view.tsx';
import { TraceView } from './trace/trace-view.tsx';
import { PartOfEpisode } from '../../../shared/episodes/part-of-episode.tsx';
import { useCopy } from '../../../shared/copy/use-copy.ts';
import { ValueActions, type ValueUse } from './value-actions.tsx';
import { detailsTerm, eventTerm } from './value-terms.ts';
import * as styles from './details.css.ts';

/** Clocks may differ by this much; later than that an event is late. Milliseconds. */
const LATE_MS = 5 * 60_000;

/** From when it happened to when it arrived, in milliseconds; negative where the publisher's clock is ahead. */
const delayOf = ({ timestamp, published_at }: EventRow): number => Date.parse(published_at) - Date.parse(timestamp);

/** Whether it arrived so long after it happened that the newest of the list have gone past it. */
const isLate = (event: EventRow): boolean => delayOf(event) > LATE_MS;

const Moment = ({ moment, zone }: { moment: string; zone: TimeZone }) => (
  <time className={styles.time} dateTime={moment}>
    {formatTime(moment, zone, 'precise')}
  </time>
);

/** How long after the moment before. */
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

export type Pane = 'details' | 'json' | 'trace' | 'similar';

export type EventDetailsProps = {
  event: EventRow;
  trace: EventTrace | undefined;
  isTraceMissing: boolean;
  zone: TimeZone;
  pane: Pane;
  onPane: (pane: Pane) => void;
  onOpen: (event: EventRow) => void;
  /** Narrows the list, or asks it something else. */
  onNarrow: (change: EventsFilter) => void;
  use: ValueUse;
};

const CopyText = ({ icon, text, copied }: { icon: typeof Link2; text: string; copied: () => string }) => {
  const { isCopied, copy } = useCopy();
  return (
    <Button variant="ghost" size="sm" onPress={() => void copy(copied())}>
      <Icon of={isCopied ? Check : icon} size="sm" />
      {isCopied ? 'Copied' : text}
    </Button>
  );
};

const Details = ({ event, zone, use }: Pick<EventDetailsProps, 'event' | 'zone' | 'use'>) => {
  const rest = otherDetails(event);
  return (
    <>
      <EventFields event={event} use={use} />
      <EventTimes event={event} zone={zone} />
      <p className={styles.caption}>Details</p>
      {/* It takes the focus, so that the keyboard can scroll it. */}
      <section aria-label="Details" className={styles.message} {...{ tabIndex: 0 }}>
        {event.details.message}
      </section>
      {!isEmpty(rest) && (
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
      )}
    </>
  );
};

/** Everything one event says: its details, itself as JSON, and its trace. */
export const EventDetails = (props: EventDetailsProps) => {
  const { event, trace, isTraceMissing, zone, pane, onPane, onOpen, onNarrow, use } = props;
  const count = trace === undefined ? '' : ` (${Math.max(1, trace.data.length)})`;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.marks}>
          <span className={styles.subject}>{event.event_name}</span>
          <PartOfEpisode event={event} />
          {isLate(event) && <Badge tone="warning">late</Badge>}
        </div>
        <div className={styles.bar}>
          <Segments
            label="Parts of the event"
            options={[
              { id: 'details', text: 'Details' },
              { id: 'json', text: 'JSON' },
              { id: 'trace', text: `Trace${count}` },
              { id: 'similar', text: 'Similar' },
            ]}
            value={pane}
            onChange={onPane}
          />
          <span className={styles.copies}>
            <CopyText icon={Braces} text="Copy event" copied={() => eventText(event)} />
            <CopyText icon={Link2} text="Copy link" copied={() => window.location.href} />
          </span>
        </div>
      </div>
      {pane === 'details' && <Details event={event} zone={zone} use={use} />}
      {pane === 'json' && (
        <JsonTree
          label="Event as JSON"
          value={exactEvent(event)}
          renderActions={(path, value, copied) => (
            <ValueActions {...use} copied={copied} name={path.join('.')} term={eventTerm(event, path, value)} />
          )}
        />
      )}
      {pane === 'trace' && (
        <TraceView
          {...{ trace, event, zone, onOpen }}
          isMissing={isTraceMissing}
          onFilter={() => onNarrow({ trace: event.trace_id })}
        />
      )}
      {pane === 'similar' && <SimilarView {...{ event, zone, onOpen }} onFilter={onNarrow} />}
    </>
  );
};
