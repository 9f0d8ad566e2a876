import { Braces, Check, Link2 } from 'lucide-react';
import type { EventRow, EventTrace } from '@portico/contracts/http/events';
import { Badge, Button, Icon, Segments, type TimeZone } from '@portico/ui';
import type { EventsFilter } from '../events-search.ts';
import { EventFields } from './event-fields.tsx';
import { EventTimes } from './event-times.tsx';
import { eventText, exactEvent, isEmpty, otherDetails } from './exact-json.ts';
import { JsonTree } from './json-tree.tsx';
import { isLate } from './arrival-delay.ts';
import { TraceView } from './trace-view.tsx';
import { useCopy } from './use-copy.ts';
import { filterFrom } from './value-filter.ts';
import * as styles from './details.css.ts';

export type Pane = 'details' | 'json' | 'trace';

export type EventDetailsProps = {
  event: EventRow;
  trace: EventTrace | undefined;
  isTraceMissing: boolean;
  zone: TimeZone;
  pane: Pane;
  onPane: (pane: Pane) => void;
  onOpen: (event: EventRow) => void;
  onNarrow: (change: EventsFilter) => void;
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

const Details = ({ event, zone, onNarrow }: Pick<EventDetailsProps, 'event' | 'zone' | 'onNarrow'>) => {
  const rest = otherDetails(event);
  return (
    <>
      <EventFields event={event} onNarrow={onNarrow} />
      <EventTimes event={event} zone={zone} />
      <p className={styles.caption}>Details</p>
      {/* It takes the focus, so that the keyboard can scroll it. */}
      <section aria-label="Details" className={styles.message} {...{ tabIndex: 0 }}>
        {event.details.message}
      </section>
      {!isEmpty(rest) && (
        <>
          <p className={styles.caption}>Other details</p>
          <JsonTree label="Other details" value={rest} />
        </>
      )}
    </>
  );
};

/** Everything one event says: its details, itself as JSON, and its trace. */
export const EventDetails = (props: EventDetailsProps) => {
  const { event, trace, isTraceMissing, zone, pane, onPane, onOpen, onNarrow } = props;
  const count = trace === undefined ? '' : ` (${Math.max(1, trace.data.length)})`;
  const narrowBy = (name: string) => {
    const change = filterFrom(event, name);
    return change && (() => onNarrow(change));
  };
  return (
    <>
      <div className={styles.head}>
        <div className={styles.marks}>
          <span className={styles.subject}>{event.event_name}</span>
          {isLate(event) && <Badge tone="warning">late</Badge>}
        </div>
        <div className={styles.bar}>
          <Segments
            label="Parts of the event"
            options={[
              { id: 'details', text: 'Details' },
              { id: 'json', text: 'JSON' },
              { id: 'trace', text: `Trace${count}` },
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
      {pane === 'details' && <Details event={event} zone={zone} onNarrow={onNarrow} />}
      {pane === 'json' && <JsonTree label="Event as JSON" value={exactEvent(event)} filterBy={narrowBy} />}
      {pane === 'trace' && (
        <TraceView
          {...{ trace, event, zone, onOpen }}
          isMissing={isTraceMissing}
          onFilter={() => onNarrow({ trace: event.trace_id })}
        />
      )}
    </>
  );
};
