import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { identityOf } from '@portico/contracts/events/integration-event';
import { crash, Loop } from '@portico/service';
import { Directory, permits } from '../directory/directory.ts';
import { ByteTurns } from '../judge/byte-turns.ts';
import { HistoryLag } from '../logs/history-lag.ts';
import { Database } from '../postgres/database.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { type Correction, PublicationService } from '../rejected/publication.service.ts';
import { toOutcome, toSending } from './batch.ts';
import { costOf, type Planned, plan } from './plan.ts';
import type { RedriveRun } from './redrive.entity.ts';
import { RedriveSelection } from './selection.ts';
import type { Place } from './selection.query.ts';
import { RedriveStore, scopeOf } from './store.ts';

/** Maximum events per second of a run, which is far below the ingest's rate. */
const MAX_PER_SECOND = 500;
/** Maximum events per batch. The process reads, validates and publishes one batch at a time. */
const BATCH_EVENTS = 250;
const LAG_POLL_MS = 500;
/** A batch ends with the corrected text that exceeds this number of bytes, below a broker's default maximum of 1 MiB. */
const MAX_BATCH_BYTES = 600_000;
/** Maximum runs that one process executes concurrently. Further runs wait. */
const CONCURRENCY = 8;

type Sent = { published: Set<string>; sending: ReadonlySet<string> };

/**
 * Executes the runs that this process has leased, batch by batch. It records the events of a batch before it publishes them, and the
 * results afterwards. After a kill, a resumed run continues where it stopped, and finds its published events in the list.
 */
@Injectable()
export class RedriveRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(RedriveRunner.name);
  private readonly loop = new Loop({
    name: 'publishing corrected events',
    next: (signal) => this.carryOutNext(signal),
    count: CONCURRENCY,
  });

  constructor(
    private readonly store: RedriveStore,
    private readonly selection: RedriveSelection,
    private readonly publications: PublicationService,
    private readonly directory: Directory,
    private readonly lag: HistoryLag,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    void this.database.ready.then(() => this.loop.start(), crash);
  }

  /** Stops all runs of this process. Unfinished runs appear as interrupted, and any process can resume them. */
  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  wake(): void {
    this.loop.wake();
  }

  private async carryOutNext(signal: AbortSignal): Promise<boolean> {
    const run = await this.store.take();
    if (!run) return false;
    await this.carryOut(run, signal).catch((error: unknown) => this.fail(run, error, signal));
    return true;
  }

  private async carryOut(run: RedriveRun, signal: AbortSignal): Promise<void> {
    const attempt = <Value>(look: () => Promise<Value>): Promise<Value> =>
      untilItWorks('publishing corrected events', look, signal);
    const sent = await attempt(() => this.store.sent(run.id));
    let place = await attempt(() => this.store.lastPlace(run.id));
    while (await attempt(() => this.isOurs(run))) {
      if (this.lag.isLagging()) {
        // Waits while the ingest lags, because incoming events take precedence.
        await sleep(LAG_POLL_MS, undefined, { signal });
        continue;
      }
      const began = Date.now();
      const next = await attempt(() => this.batch(run, place, sent));
      if (next === null) return attempt(() => this.store.end(run, 'done'));
      place = next.place;
      const minimum = (next.published / MAX_PER_SECOND) * 1_000;
      await sleep(Math.max(0, minimum - (Date.now() - began)), undefined, { signal });
    }
  }

  /** Whether this process still holds the run. Pauses the run if its caller has lost the right to correct. */
  private async isOurs(run: RedriveRun): Promise<boolean> {
    const { caller, ofEveryone, organizationId, integrationId } = run;
    const scope = this.directory.correctionScopeOf(caller);
    const isAllowed = ofEveryone ? scope === 'every' : permits(scope, organizationId, integrationId);
    if (isAllowed && this.directory.isCurrent(caller)) return this.store.renew(run);
    await this.store.end(run, 'paused', 'The initiator may no longer correct these events');
    return false;
  }

  /**
   * Executes one batch; returns null if no events are left. A repetition is harmless, because the ingest detects duplicates by identity.
   * If another process takes the run meanwhile, this process stops at its next check.
   */
  private async batch(
    run: RedriveRun,
    after: Place | null,
    { published: taken, sending }: Sent,
  ): Promise<{ place: Place; published: number } | null> {
    const { filter, correction } = run.parsed;
    const rows = await this.selection.next({ ...filter, scope: scopeOf(run) }, after, BATCH_EVENTS);
    if (rows.length === 0) return null;
    const listed = await this.selection.listed(rows);
    const judge = (one: Correction) => this.publications.judge(one, run.caller);
    const known = new Set(taken);
    const planned: Planned[] = [];
    const turns = new ByteTurns();
    let bytes = 0;
    for (const row of rows) {
      const one = plan(row, correction, { judge, listed, taken: known });
      // Drops the texts to save memory: the publication contains the corrected text as bytes.
      planned.push({ ...one, before: null, after: null });
      bytes += one.publication?.value.length ?? 0;
      if (bytes > MAX_BATCH_BYTES) break;
      await turns.spend(costOf(one, correction));
    }
    const last = rows[planned.length - 1];
    if (!last) return null;
    const sent = planned.filter(({ publication }) => publication !== null);
    if (!(await this.store.note(run, sent.map(toSending)))) return { place: last, published: 0 };
    if (sent.length > 0)
      await this.publications.send(sent.flatMap(({ publication }) => (publication ? [publication] : [])));
    await this.store.note(
      run,
      planned.map((one) => toOutcome(one, sending)),
    );
    for (const { row } of sent) taken.add(identityOf({ source_id: row.source_id, id: row.event_id }));
    return { place: last, published: sent.length };
  }

  /** Pauses the run after a defect. The process continues, because a resumed run could otherwise end one process after another. */
  private async fail(run: RedriveRun, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.logger.error(error, 'publishing corrected events failed, run paused');
    await this.store.end(run, 'paused', 'The run failed unexpectedly').catch((failure: unknown) => {
      this.logger.error(failure, 'pausing the run failed');
    });
  }
}
