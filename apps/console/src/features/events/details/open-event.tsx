import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, FileQuestion, LifeBuoy } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiClient } from '@portico/api-client';
import type { EventRow } from '@portico/contracts/http/events';
import { Button, buttonClass, Dialog, EmptyState, Icon, Skeleton, type TimeZone } from '@portico/ui';
import { eventKey, isNamedBy, traceOf, type EventsFilter } from '../events-search.ts';
import { EventDetails, type Pane } from './event-details.tsx';
import { supportMail } from './support-mail.ts';
import { traceQuery } from './trace.queries.ts';
import { useStored } from './use-stored.ts';
import { useSteps, type StepsOptions } from './use-steps.ts';
import * as styles from './trace-view.css.ts';

export type OpenEventProps = StepsOptions & {
  api: ApiClient;
  /** As the address names it; it is looked up in the list, and by its trace where the list has gone on. */
  openKey: string;
  supportEmail: string;
  zone: TimeZone;
  onNarrow: (change: EventsFilter) => void;
};

/** The event of a key, from wherever it is known; what was found once stays while the list changes. */
const useEvent = (api: ApiClient, openKey: string, rows: readonly EventRow[]) => {
  const [known, setKnown] = useState<EventRow>();
  const kept = known !== undefined && isNamedBy(openKey, known) ? known : undefined;
  // A link without an integration stays with the event that it was first found for.
  const key = kept === undefined ? openKey : eventKey(kept);
  const row = rows.find((one) => isNamedBy(key, one));
  const enabled = useStored(openKey, row);
  const { data: trace, isError, isPending } = useQuery({ ...traceQuery(api, traceOf(openKey)), enabled });
  const found = trace?.data.find((one) => isNamedBy(key, one)) ?? row;
  if (found !== undefined && found !== known) setKnown(found);
  const event = found ?? kept;
  return { event, trace, isTraceMissing: isError, isPending };
};

type Step = ReturnType<typeof useSteps>;

/** `j` and `k` go from event to event, as they do in the list. */
const useStepKeys = (step: Step) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.key !== 'j' && event.key !== 'k')) return;
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

/** The event that the address names, beside the list. */
export const OpenEvent = ({ api, openKey, supportEmail, zone, onNarrow, ...list }: OpenEventProps) => {
  const { rows, search, onSearchChange } = list;
  const { event, trace, isTraceMissing, isPending } = useEvent(api, openKey, rows);
  const step = useSteps(list);
  useStepKeys(step);
  const onPane = (pane: Pane) =>
    onSearchChange({ ...search, pane: pane === 'details' ? undefined : pane }, { replace: true });
  const onOpen = (other: EventRow) => onSearchChange({ ...search, open: eventKey(other) });
  const onClose = () => onSearchChange({ ...search, open: undefined, pane: undefined });
  const support = event?.result === 'FAILURE' && {
    footer: (
      <a className={buttonClass()} href={supportMail(supportEmail, event)}>
        <Icon of={LifeBuoy} />
        Support
      </a>
    ),
  };
  return (
    <Dialog title="Event Details" placement="end" tools={<Steps step={step} />} onClose={onClose} {...support}>
      {event && (
        <EventDetails
          {...{ event, trace, isTraceMissing, zone, onPane, onOpen, onNarrow }}
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
          text="It is no longer stored, or it belongs to an organization whose events you cannot see."
        />
      )}
    </Dialog>
  );
};
