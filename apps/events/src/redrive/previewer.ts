import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { RedriveCorrection, RedrivePreview } from '@portico/contracts/http/redrives';
import { type Caller, Problem, Unavailable } from '@portico/service';
import { type Correction, PublicationService } from '../rejected/publication.service.ts';
import type { Asked } from '../rejected/rejected-condition.ts';
import { Admission } from '../table/admission/admission.ts';
import { plan } from './plan.ts';
import { PreviewTally } from './preview.ts';
import type { Place } from './selection.query.ts';
import { RedriveStore } from './store.ts';

/** Events that are read at a time, and those that are judged in one turn of the event loop. */
const PAGE = 1_000;
const IN_A_TURN = 20;

/** Judges all events of a selection as they would be if they were corrected and published now. */
@Injectable()
export class Previewer {
  constructor(
    private readonly store: RedriveStore,
    private readonly publications: PublicationService,
    private readonly admission: Admission,
  ) {}

  async preview(
    asked: Asked,
    correction: RedriveCorrection,
    caller: Caller,
    gone: AbortSignal,
  ): Promise<RedrivePreview> {
    const tally = new PreviewTally();
    const taken = new Set<string>();
    const judge = (one: Correction) => this.publications.judge(one, caller);
    let place: Place | null = null;
    for (;;) {
      const { rows, listed } = await this.read(asked, place, caller, gone);
      for (const [index, row] of rows.entries()) {
        if (index % IN_A_TURN === 0) await nextTurn();
        tally.add(plan(row, correction, { judge, listed, taken }));
      }
      place = rows.at(-1) ?? null;
      if (rows.length < PAGE) return tally.result(asked.to ?? '');
    }
  }

  private read(asked: Asked, after: Place | null, caller: Caller, gone: AbortSignal) {
    return this.admission.run('export', caller, gone, async () => {
      const rows = await this.store.selected(asked, after, PAGE).catch(asProblem);
      return { rows, listed: await this.store.listed(rows).catch(asProblem) };
    });
  }
}

const asProblem = (error: unknown): never => {
  throw error instanceof Unavailable ? Problem.unavailable('The rejected events', error) : error;
};
