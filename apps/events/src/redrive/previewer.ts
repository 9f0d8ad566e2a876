import { Injectable } from '@nestjs/common';
import type { RedriveCorrection, RedrivePreview } from '@portico/contracts/http/redrives';
import { type Caller, Problem, Unavailable } from '@portico/service';
import { type Correction, PublicationService } from '../rejected/publication.service.ts';
import type { ScopedFilter } from '../rejected/rejected-condition.ts';
import { ByteTurns } from '../judge/byte-turns.ts';
import { Admission } from '../table/admission/admission.ts';
import { costOf, plan } from './plan.ts';
import { PreviewTally } from './preview.ts';
import type { Place } from './selection.query.ts';
import { RedriveSelection } from './selection.ts';

/** Seconds after which a caller beyond the limit may retry. */
const RETRY_AFTER = 1;

/** Limits the concurrent work of each caller in this process. */
class UnderWay<Caller> {
  private readonly counts = new Map<Caller, number>();

  /** @param message - error message for a caller who already has `limit` calls in progress. */
  constructor(
    private readonly limit: number,
    private readonly message: string,
  ) {}

  /** Calls `work`. @throws Problem `rate_limited` if the caller is at the limit; `work` is not called then. */
  async run<Value>(caller: Caller, work: () => Promise<Value>): Promise<Value> {
    const count = this.counts.get(caller) ?? 0;
    if (count >= this.limit) throw Problem.rateLimited(this.message, RETRY_AFTER);
    this.counts.set(caller, count + 1);
    try {
      return await work();
    } finally {
      const left = (this.counts.get(caller) ?? 1) - 1;
      if (left === 0) this.counts.delete(caller);
      else this.counts.set(caller, left);
    }
  }
}

/** Maximum events read at a time. */
const PAGE = 1_000;

/** Validates all selected events as if they were corrected and published now. Each user can have one preview at a time. */
@Injectable()
export class Previewer {
  private readonly underWay = new UnderWay<number>(1, 'Your last preview is still running. Wait for it or cancel it.');

  constructor(
    private readonly selection: RedriveSelection,
    private readonly publications: PublicationService,
    private readonly admission: Admission,
  ) {}

  /** @throws Problem `rate_limited` while another preview of the caller is in progress. */
  preview(
    filter: ScopedFilter,
    correction: RedriveCorrection,
    caller: Caller,
    gone: AbortSignal,
  ): Promise<RedrivePreview> {
    return this.underWay.run(caller.id, () => this.judgeAll(filter, correction, caller, gone));
  }

  private async judgeAll(
    filter: ScopedFilter,
    correction: RedriveCorrection,
    caller: Caller,
    gone: AbortSignal,
  ): Promise<RedrivePreview> {
    const turns = new ByteTurns();
    const tally = new PreviewTally();
    const taken = new Set<string>();
    const judge = (one: Correction) => this.publications.judge(one, caller);
    let place: Place | null = null;
    for (;;) {
      const { rows, listed } = await this.read(filter, place, caller, gone);
      const last = rows.at(-1);
      if (!last) return tally.result(filter.to ?? '');
      for (const row of rows) {
        const planned = plan(row, correction, { judge, listed, taken });
        tally.add(planned);
        await turns.spend(costOf(planned, correction));
      }
      place = last;
    }
  }

  private read(filter: ScopedFilter, after: Place | null, caller: Caller, gone: AbortSignal) {
    return this.admission.run('export', caller, gone, async () => {
      const rows = await this.selection.next(filter, after, PAGE).catch(asProblem);
      return { rows, listed: await this.selection.listed(rows).catch(asProblem) };
    });
  }
}

const asProblem = (error: unknown): never => {
  throw error instanceof Unavailable ? Problem.unavailable('The rejected events', error) : error;
};
