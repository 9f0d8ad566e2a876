import { ApiError, type ApiClient } from '@portico/api-client';
import { getTrace, type EventTrace } from '@portico/contracts/http/event-traces';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, FileQuestion, LifeBuoy } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { Button, buttonClass, Dialog, DockedDialog, EmptyState, Icon, Skeleton, type TimeZone } from '@portico/ui';
import { hasOverlay } from '@portico/ui/has-overlay';
import { useApi } from '../../../api/use-api.ts';
import { eventKey, filterPart, isNamedBy, traceOf, type EventsFilter } from '../events-search.ts';
import { edited } from '../query/question.ts';
import { useIsDocked } from '../use-media.ts';
import { EventDetails, type Pane } from './event-details.tsx';
import { useStored } from './use-stored.ts';
import { useSteps, type StepsOptions } from './use-steps.ts';
import type { ValueUse } from './value-actions.tsx';
import * as styles from './trace/trace-view.css.ts';

const NO_EVENTS: EventTrace = { data: [], isComplete: true };

/** The events of a trace that the viewer may see. Empty if the server has not stored any of them yet. */
const traceQuery = (api: ApiClient, trace: string) =>
  queryOptions({
    queryKey: ['events', 'trace', trace],
    queryFn: async ({ signal }) => {
      try {
        return await api.call(getTrace, { params: { trace_id: trace }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return NO_EVENTS;
        throw error;
      }
    },
    staleTime: 5_000,
    gcTime: 60_000,
    meta: { isQuiet: true },
  });

/** A `mailto:` URL for a mail to support, with the data by which support finds the event. */
const supportMail = (address: string, event: EventRow): string => {
  const subject = `${event.event_name} failed (trace ${event.trace_id})`;
  const body = [
    `Trace id: ${event.trace_id}`,
    `Event: ${event.event_name} (${event.id})`,
    `Integration: ${event.integration ?? 'unknown'} (${event.source_id})`,
    `Time: ${event.timestamp}`,
    '',
    event.details.message,
  ].join('\n');
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
};

export type OpenEventProps = StepsOptions & {
  openKey: string;
  supportEmail: string;
  zone: TimeZone;
  onNarrow: (change: EventsFilter) => void;
  onColumn: ValueUse['onColumn'];
  isTechnical: boolean;
  onTechnical: (isTechnical: boolean) => void;
};

/**
 * Finds the event of a key in its trace, in the list, or in `chosen`. A found event stays open, even if the list no longer contains it.
 * @param chosen the event that the viewer opened last from the open event, such as a similar event
 */
const useEvent = (openKey: string, rows: readonly EventRow[], chosen: EventRow | undefined) => {
  const api = useApi();
  const [known, setKnown] = useState<EventRow>();
  const cachedRow = [known, chosen].find((one) => one !== undefined && isNamedBy(openKey, one));
  // A link without an integration keeps showing the event that it matched first.
  const key = cachedRow === undefined ? openKey : eventKey(cachedRow);
  const row = rows.find((one) => isNamedBy(key, one));
  const enabled = useStored(openKey, row);
  const { data: trace, isError, isPending } = useQuery({ ...traceQuery(api, traceOf(openKey)), enabled });
  const found = trace?.data.find((one) => isNamedBy(key, one)) ?? row;
  if (found !== undefined && found !== known) setKnown(found);
  const event = found ?? cachedRow;
  return { event, trace, isTraceMissing: isError, isPending };
};

type Step = ReturnType<typeof useSteps>;

const TEXT_INPUTS = 'input, textarea, select, [contenteditable], [role=listbox]';

/** Whether the target is in the row of another event. In such a row, `j` and `k` move the focus. */
const isOtherRow = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('tr[data-index]:not([aria-current])') !== null;

/** Steps between events with `j` and `k`. A docked event ignores these keys on the row of another event and in an overlay. */
const useStepKeys = (step: Step, isDocked: boolean) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.key !== 'j' && event.key !== 'k')) return;
    if (event.target instanceof Element && event.target.closest(TEXT_INPUTS)) return;
    if (isDocked && (hasOverlay() || isOtherRow(event.target))) return;
    event.preventDefault();
    step(event.key === 'j' ? 1 : -1)?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};

const Steps = ({ step }: { step: Step }) =>
  ([-1, 1] as const).map((by) => {
    const go = step(by);
    return (
      <Button
        key={by}
        variant="ghost"
        size="icon"
        aria-label={by < 0 ? 'Previous event' : 'Next event'}
        isDisabled={go === null}
        onPress={() => go?.()}
      >
        <Icon of={by < 0 ? ChevronUp : ChevronDown} />
      </Button>
    );
  });

export const OpenEvent = (props: OpenEventProps) => {
  const { openKey, supportEmail, zone, onNarrow, onColumn, isTechnical, onTechnical, ...list } = props;
  const { rows, search, onSearchChange } = list;
  const [chosen, setChosen] = useState<EventRow>();
  const { event, trace, isTraceMissing, isPending } = useEvent(openKey, rows, chosen);
  const step = useSteps(list);
  const isDocked = useIsDocked();
  useStepKeys(step, isDocked);
  const onPane = (pane: Pane) =>
    onSearchChange({ ...search, pane: pane === 'details' ? undefined : pane }, { replace: true });
  const onOpen = (other: EventRow) => {
    setChosen(other);
    onSearchChange({ ...search, open: eventKey(other) });
  };
  const onClose = () => onSearchChange({ ...search, open: undefined, pane: undefined });
  const use: ValueUse = {
    onEdit: (edit, value) => onNarrow(edited(filterPart(search), edit, value)),
    onColumn,
  };
  const support = event?.result === 'FAILURE' && {
    footer: (
      <a className={buttonClass()} href={supportMail(supportEmail, event)}>
        <Icon of={LifeBuoy} />
        Support
      </a>
    ),
  };
  const content = (
    <>
      {event && (
        <EventDetails
          {...{ use, event, trace, isTraceMissing, zone, onPane, onOpen, onNarrow, isTechnical, onTechnical }}
          pane={search.pane ?? 'details'}
        />
      )}
      {!event && isPending && (
        <div className={styles.waiting}>
          <Skeleton width="40%" />
          <Skeleton />
          <Skeleton width="70%" />
        </div>
      )}
      {!event && !isPending && (
        <EmptyState
          icon={FileQuestion}
          title="Event not found"
          text="The event is no longer stored, or you cannot see the events of its organization."
        />
      )}
    </>
  );
  const dialogProps = { title: 'Event Details', tools: <Steps step={step} />, onClose, ...support };
  if (isDocked)
    return (
      <DockedDialog name="event" {...dialogProps}>
        {content}
      </DockedDialog>
    );
  return (
    <Dialog placement="end" {...dialogProps}>
      {content}
    </Dialog>
  );
};
