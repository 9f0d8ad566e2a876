import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { identityOf } from '@portico/contracts/events/integration-event';
import type { RedriveCorrection } from '@portico/contracts/http/redrives';
import type { Caller } from '@portico/service';
import { Directory, permits } from '../directory/directory.ts';
import { ByteTurns } from '../judge/byte-turns.ts';
import { HistoryLag } from '../logs/history-lag.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { PublicationService } from '../rejected/publication.service.ts';
import type { Asked } from '../rejected/rejected-condition.ts';
import { toOutcome, toSending } from './batch.ts';
import { BATCH, BEAT_EVERY, LAG_LOOK, restAfter } from './pace.ts';
import { costOf, type Planned, plan } from './plan.ts';
import type { Place } from './selection.query.ts';
import { Order } from './steps.query.ts';
import { RedriveStore, type RunOf } from './store.ts';

/** A run that this process carries out, on behalf of who started or resumed it. */
export type Work = { of: RunOf; asked: Asked; correction: RedriveCorrection; token: string; caller: Caller };

/** Bytes of corrected texts that a run holds and publishes at once, and one text more: a broker's default largest request is 1 MiB. */
const MAX_BATCH_BYTES = 600_000;

/**
 * Carries runs out, batch by batch. What is going to be published is noted before, and what became of it after: a run that
 * was killed continues where it was, and finds in the list what it had published. Before each batch the run's last order is
 * read, from wherever it was given.
 */
@Injectable()
export class RedriveRunner implements BeforeApplicationShutdown {
  private readonly logger = new Logger(RedriveRunner.name);
  private readonly ending = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly store: RedriveStore,
    private readonly publications: PublicationService,
    private readonly directory: Directory,
    private readonly lag: HistoryLag,
  ) {}

  /** What this process has not done is shown as interrupted, and can be resumed by any. */
  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort(new Error('the service ends'));
    await Promise.all(this.running);
  }

  begin(work: Work): void {
    const done = this.carryOut(work)
      .catch((error: unknown) => this.fail(work, error))
      .finally(() => this.running.delete(done));
    this.running.add(done);
  }

  private async carryOut(work: Work): Promise<void> {
    const { of } = work;
    const attempt = <Value>(look: () => Promise<Value>): Promise<Value> =>
      untilItWorks('a run over rejected events', look, this.ending.signal);
    const { published: taken, sending } = await attempt(() => this.store.sent(of.run));
    let place = await attempt(() => this.store.lastPlace(of.run));
    while (await attempt(() => this.isOurs(work))) {
      await this.untilIngestFollows(work);
      const began = Date.now();
      const next = await attempt(() => this.batch(work, place, { taken, sending }));
      if (next === null) return attempt(() => this.store.note(of, 'done'));
      place = next.place;
      await sleep(restAfter(next.published, began, Date.now()), undefined, { signal: this.ending.signal });
    }
  }

  /** Whether the run is still this process's to carry out; it pauses when its user may not any more. */
  private async isOurs({ of, token, caller }: Work): Promise<boolean> {
    const stored = await this.store.run(of.run, 'every');
    if (!stored || Order.parse(JSON.parse(stored.said)).token !== token) return false;
    const scope = this.directory.correctionScopeOf(caller);
    const isAllowed = of.everyone ? scope === 'every' : permits(scope, of.organization, of.integration);
    if (isAllowed && this.directory.isCurrent(caller)) return true;
    await this.store.note(of, 'paused', { reason: 'Who started it may not correct these events any more' });
    return false;
  }

  /** What arrives goes first: while its ingest is behind, nothing is added to it. */
  private async untilIngestFollows({ of }: Work): Promise<void> {
    let beat = Date.now();
    while (this.lag.isLagging()) {
      await sleep(LAG_LOOK, undefined, { signal: this.ending.signal });
      if (Date.now() - beat < BEAT_EVERY) continue;
      beat = Date.now();
      await untilItWorks('a sign of life', () => this.store.note(of, 'beat'), this.ending.signal);
    }
  }

  /** May be done again: identities stay, and the same content counts once. Null when nothing is left. */
  private async batch(
    { of, asked, correction, caller }: Work,
    after: Place | null,
    { taken, sending }: { taken: Set<string>; sending: ReadonlySet<string> },
  ): Promise<{ place: Place; published: number } | null> {
    const rows = await this.store.selected(asked, after, BATCH);
    if (rows.length === 0) return null;
    const listed = await this.store.listed(rows);
    const judge = (one: Parameters<PublicationService['judge']>[0]) => this.publications.judge(one, caller);
    const known = new Set(taken);
    const planned: Planned[] = [];
    const turns = new ByteTurns();
    let bytes = 0;
    for (const row of rows) {
      const one = plan(row, correction, { judge, listed, taken: known });
      // The publication has the corrected text in bytes.
      planned.push({ ...one, before: null, after: null });
      bytes += one.publication?.value.length ?? 0;
      if (bytes > MAX_BATCH_BYTES) break;
      await turns.spend(costOf(one, correction));
    }
    const last = rows[planned.length - 1];
    if (!last) return null;
    const sent = planned.filter(({ publication }) => publication !== null);
    await this.store.keep(of.run, sent.map(toSending));
    if (sent.length > 0)
      await this.publications.send(sent.flatMap(({ publication }) => (publication ? [publication] : [])));
    await this.store.keep(
      of.run,
      planned.map((one) => toOutcome(one, sending)),
    );
    for (const { row } of sent) taken.add(identityOf({ source_id: row.source_id, id: row.event_id }));
    return { place: last, published: sent.length };
  }

  /** A defect ends the run and nothing else: it would end the process again each time that the run is resumed. */
  private async fail({ of }: Work, error: unknown): Promise<void> {
    if (this.ending.signal.aborted) return;
    this.logger.error(error, 'a run over rejected events failed, it is paused');
    await this.store.note(of, 'paused', { reason: 'It failed unexpectedly' }).catch((failure: unknown) => {
      this.logger.error(failure, 'the run could not be paused');
    });
  }
}
