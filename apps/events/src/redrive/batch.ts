import { identityOf } from '@portico/contracts/events/integration-event';
import type { RedriveOutcome } from '@portico/contracts/http/redrives';
import type { Planned } from './plan.ts';
import type { Place } from './selection.query.ts';

export type StoredOutcome = Place & {
  source_id: number;
  event_id: string;
  outcome: RedriveOutcome;
  code: string;
  pointer: string;
  reason: string;
};

/** @param sending - identities that an interrupted run was publishing. */
export function toOutcome({ row, outcome, rejection, reason }: Planned, sending: ReadonlySet<string>): StoredOutcome {
  const { published_at, kafka_partition, kafka_offset, source_id, event_id } = row;
  const isOwn = outcome === 'listed' && sending.has(identityOf({ source_id, id: event_id }));
  return {
    published_at,
    kafka_partition,
    kafka_offset,
    source_id,
    event_id,
    outcome: isOwn ? 'published' : outcome,
    code: rejection?.code ?? '',
    pointer: rejection?.pointer ?? '',
    reason: reason ?? '',
  };
}

export const toSending = (planned: Planned): StoredOutcome => ({
  ...toOutcome(planned, new Set()),
  outcome: 'sending',
});
