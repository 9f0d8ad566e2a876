import { Braces, Check, Link2 } from 'lucide-react';
import type { EventTrace } from '@portico/contracts/http/event-traces';
import type { EventRow } from '@portico/contracts/http/events';
import { Badge, Button, Icon, Segments, type TimeZone } from '@portico/ui';
import type { EventsFilter } from '../events-search.ts';
import { EventFields } from './event-fields.tsx';
import { EventTimes } from './event-times.tsx';
import { eventText, exactEvent, isEmpty, otherDetails } from './exact-json.ts';
import { JsonTree } from './json-tree.tsx';
import { isLate } from './arrival-delay.ts';
import { SimilarView } from './similar/similar-view.tsx';
import { TraceView } from './trace/trace-view.tsx';
import { PartOfEpisode } from '../../../shared/episodes/part-of-episode.tsx';
import { useCopy } from '../../../shared/copy/use-copy.ts';
import { ValueActions, type ValueUse } from './value-actions.tsx';
import { detailsTerm, eventTerm } from './value-terms.ts';
import * as styles from './details.css.ts';

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
