import type { Redrive } from '@portico/contracts/http/redrives';
import type { z } from 'zod';
import type { OutcomeCount } from './outcomes.query.ts';
import { INTERRUPTED_AFTER } from './pace.ts';
import { noCounts } from './preview.ts';
import { Definition, Order, type StoredRun } from './steps.query.ts';

/** `YYYY-MM-DD hh:mm:ss.ssssss` in UTC. */
const toIso = (text: string): string => new Date(`${text.replace(' ', 'T')}Z`).toISOString();

/** A run as a caller sees it. @param counts - of any runs */
export function toRedrive(
  stored: StoredRun,
  counts: readonly z.infer<typeof OutcomeCount>[],
  integration: string | null,
): Redrive {
  const own = counts.filter(({ id }) => id === stored.id);
  const silent = Math.min(stored.silent, ...own.map((one) => one.silent));
  const { filter, correction, total, user } = Definition.parse(JSON.parse(stored.definition));
  const sums = noCounts();
  for (const { outcome, count } of own) if (outcome !== 'sending') sums[outcome] += count;
  const updated = [stored.updated, ...own.map(({ latest }) => latest)].reduce((a, b) => (a > b ? a : b));
  return {
    id: stored.id,
    integration_id: stored.integration,
    integration,
    filter,
    correction,
    state: stateOf(stored.last, silent),
    reason: Order.parse(JSON.parse(stored.said)).reason ?? null,
    total,
    counts: sums,
    started_by: user,
    started_at: toIso(stored.begun),
    updated_at: toIso(updated),
  };
}

function stateOf(last: StoredRun['last'], silent: number): Redrive['state'] {
  if (last === 'done' || last === 'paused') return last;
  if (last === 'aborted' || last === 'withdrawn') return 'aborted';
  return silent > INTERRUPTED_AFTER ? 'interrupted' : 'running';
}
