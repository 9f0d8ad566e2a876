import { Braces, Check, Link2, Siren } from 'lucide-react';
import { useState } from 'react';
import type { EventTrace } from '@portico/contracts/http/event-traces';
import type { EventRow } from '@portico/contracts/http/events';
import { Badge, Button, Icon, Row, Segments } from '@portico/ui';
import { eventKey, type EventsFilter } from '../events-search.ts';
import { eventText, exactEvent } from './exact-json.ts';
import { HiddenPart } from './hidden-part.tsx';
import { OpenedBy } from './opened-by.tsx';
import { JsonTree } from './json-tree.tsx';
import { PlainDetails, type DetailsProps } from './plain-details.tsx';
import { SimilarView } from './similar/similar-view.tsx';
import { isLate, TechnicalDetails } from './technical-details.tsx';
import { TraceView } from './trace/trace-view.tsx';
import { plainEventName } from '../../../shared/trouble/trouble-words.ts';
import { useCopy } from '../../../shared/copy/use-copy.ts';
import { ValueActions } from './value-actions.tsx';
import { eventTerm } from './value-terms.ts';
import * as styles from './details.css.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/use-api.ts';
import { episodeHref } from '../../../shared/health/hrefs.ts';
import { liveEpisodesQuery } from '../../../shared/episodes/episodes.queries.ts';
import { mark } from '../../../shared/episodes/part-of-episode.css.ts';

/** A link to the live episode that a failed event belongs to. Renders nothing without a live episode. */
const PartOfEpisode = ({ event }: { event: EventRow }) => {
  const api = useApi();
  const { source_id: integration, event_name, subject, result, timestamp } = event;
  const query = liveEpisodesQuery(api, { integration, event: event_name, subject });
  const { data } = useQuery({ ...query, enabled: result === 'FAILURE' });
  const episode = data?.data.find(({ firstFailureAt }) => Date.parse(timestamp) >= Date.parse(firstFailureAt));
  if (episode === undefined) return null;
  return (
    <a className={mark} href={episodeHref(episode.id)}>
      <Badge tone="danger" icon={Siren}>
        This event is part of an episode
      </Badge>
    </a>
  );
};

export type Pane = 'details' | 'json' | 'trace' | 'similar';

type EventDetailsProps = DetailsProps & {
  trace: EventTrace | undefined;
  isTraceMissing: boolean;
  pane: Pane;
  onPane: (pane: Pane) => void;
  onOpen: (event: EventRow) => void;
  onNarrow: (change: EventsFilter) => void;
  isTechnical: boolean;
  onTechnical: (isTechnical: boolean) => void;
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

const TECHNICAL = new Set<Pane>(['json', 'trace']);

export const EventDetails = (props: EventDetailsProps) => {
  const { trace, isTraceMissing, zone, pane, onPane, onOpen, onNarrow, onTechnical, use } = props;
  const [revealed, setRevealed] = useState<EventRow>();
  const event = revealed && eventKey(revealed) === eventKey(props.event) ? revealed : props.event;
  // A link to a technical pane shows technical details, whatever the viewer's preference.
  const isTechnical = props.isTechnical || TECHNICAL.has(pane);
  const Details = isTechnical ? TechnicalDetails : PlainDetails;
  const toggle = () => {
    if (TECHNICAL.has(pane)) onPane('details');
    onTechnical(!isTechnical);
  };
  const count = trace === undefined ? '' : ` (${Math.max(1, trace.data.length)})`;
  return (
    <>
      <div className={styles.head}>
        <Row>
          <span className={isTechnical ? styles.subject : styles.plainSubject}>
            {isTechnical ? event.event_name : plainEventName(event.event_name)}
          </span>
          <PartOfEpisode event={event} />
          {isLate(event) && <Badge tone="warning">late</Badge>}
        </Row>
        <Row justify="between">
          <Segments
            label="Parts of the event"
            options={(
              [
                { id: 'details', text: 'Details' },
                { id: 'json', text: 'JSON' },
                { id: 'trace', text: `Trace${count}` },
                { id: 'similar', text: 'Similar' },
              ] as const
            ).filter(({ id }) => isTechnical || !TECHNICAL.has(id))}
            value={pane}
            onChange={onPane}
          />
          <Row gap={1}>
            {isTechnical && <CopyText icon={Braces} text="Copy event" copied={() => eventText(event)} />}
            <CopyText icon={Link2} text="Copy link" copied={() => window.location.href} />
            <Button variant={isTechnical ? 'secondary' : 'ghost'} size="sm" aria-pressed={isTechnical} onPress={toggle}>
              Technical details
            </Button>
          </Row>
        </Row>
      </div>
      {event.hidden && <HiddenPart event={event} onReveal={setRevealed} />}
      {pane === 'details' && <Details {...{ event, zone, use }} />}
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
      <OpenedBy {...{ event, zone }} />
    </>
  );
};
