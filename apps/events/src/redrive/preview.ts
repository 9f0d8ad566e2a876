import {
  MAX_SAMPLES,
  REDRIVE_OUTCOMES,
  type RedriveCounts,
  type RedriveLeft,
  type RedrivePreview,
  type RedriveSample,
} from '@portico/contracts/http/redrives';
import { toRejectedId } from '../rejected/rejected.query.ts';
import type { Planned } from './plan.ts';

const MAX_LEFT = 20;
const MAX_SAMPLES_PER_OUTCOME = 6;
const MAX_SHOWN = 8_192;

/** Totals the predicted results of many events. */
export class PreviewTally {
  private readonly counts: RedriveCounts = { published: 0, listed: 0, unchanged: 0, rejected: 0, conflict: 0 };
  private readonly left = new Map<string, RedriveLeft>();
  private readonly samples: RedriveSample[] = [];
  private selected = 0;

  add(planned: Planned): void {
    const { outcome, rejection, reason, row } = planned;
    this.selected += 1;
    this.counts[outcome] += 1;
    if (outcome === 'rejected' || outcome === 'conflict')
      this.leave(rejection?.code ?? null, rejection?.pointer ?? '', reason ?? '');
    if (this.samples.filter((one) => one.outcome === outcome).length >= MAX_SAMPLES_PER_OUTCOME) return;
    this.samples.push({
      id: toRejectedId(row),
      event_id: row.event_id === '' ? null : row.event_id,
      outcome,
      reason,
      before: shown(planned.before),
      after: shown(planned.after),
    });
  }

  result(until: string): RedrivePreview {
    return {
      selected: this.selected,
      counts: this.counts,
      left: [...this.left.values()].toSorted((a, b) => b.count - a.count).slice(0, MAX_LEFT),
      samples: this.samples.toSorted((a, b) => orderOf(a) - orderOf(b)).slice(0, MAX_SAMPLES),
      until,
    };
  }

  /** Counts an event that the run would not publish under its code and pointer, or under its reason if it has no code. */
  private leave(code: RedriveLeft['code'], pointer: string, reason: string): void {
    const key = code === null ? reason : `${code} ${pointer}`;
    const known = this.left.get(key);
    if (known) known.count += 1;
    else this.left.set(key, { code, pointer, reason, count: 1 });
  }
}

const orderOf = ({ outcome }: RedriveSample): number => REDRIVE_OUTCOMES.indexOf(outcome);

const shown = (text: string | null): string | null => (text !== null && text.length <= MAX_SHOWN ? text : null);
