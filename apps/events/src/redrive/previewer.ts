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

const RETRY_AFTER = 1;

const PAGE_ROWS = 1_000;

/** Predicts the results of correcting and publishing all selected events now. */
@Injectable()
export class Previewer {
  /** Ids of callers with a preview in progress in this process. */
  private readonly underWay = new Set<number>();

  constructor(
    private readonly selection: RedriveSelection,
    private readonly publications: PublicationService,
    private readonly admission: Admission,
  ) {}

  /** @throws Problem `rate_limited` while another preview of the caller is in progress. */
  async preview(
    filter: ScopedFilter,
    correction: RedriveCorrection,
    caller: Caller,
    gone: AbortSignal,
  ): Promise<RedrivePreview> {
    if (this.underWay.has(caller.id))
      throw Problem.rateLimited('Your last preview is still running. Wait for it or cancel it.', RETRY_AFTER);
    this.underWay.add(caller.id);
    try {
      return await this.judgeAll(filter, correction, caller, gone);
    } finally {
      this.underWay.delete(caller.id);
    }
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
      const rows = await this.selection.next(filter, after, PAGE_ROWS).catch(asProblem);
      return { rows, listed: await this.selection.listed(rows).catch(asProblem) };
    });
  }
}

const asProblem = (error: unknown): never => {
  throw error instanceof Unavailable ? Problem.unavailable('The rejected events', error) : error;
};
