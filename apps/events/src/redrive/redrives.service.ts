import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import {
  type ListRedrivesQuery,
  MAX_REDRIVE_EVENTS,
  type Redrive,
  type RedrivePreview,
  type RedriveRequest,
} from '@portico/contracts/http/redrives';
import { audited, type Caller, Problem } from '@portico/service';
import { Directory, permits } from '../directory/directory.ts';
import type { ScopedFilter } from '../rejected/rejected-condition.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { Previewer } from './previewer.ts';
import type { Corrector, RedriveRun } from './redrive.entity.ts';
import { RedriveRunner } from './runner.ts';
import { RedriveSelection } from './selection.ts';
import { RedriveStore, type RunOf, scopeOf } from './store.ts';

/** Runs that correct many rejected events of one integration. */
@Injectable()
export class RedrivesService {
  constructor(
    private readonly store: RedriveStore,
    private readonly selection: RedriveSelection,
    private readonly runner: RedriveRunner,
    private readonly previewer: Previewer,
    private readonly directory: Directory,
    private readonly schema: Schema,
  ) {}

  /** @throws Problem `not_found` for an integration outside the caller's scope; `validation_failed` for too many events. */
  async preview({ filter, correction }: RedriveRequest, caller: Caller, gone: AbortSignal): Promise<RedrivePreview> {
    const { run, asked } = this.targetOf(filter, caller);
    const isHidden = this.hidesFrom(caller, run, { filter, correction });
    await this.count(asked);
    const preview = await this.previewer.preview(asked, correction, caller, gone);
    return isHidden ? { ...preview, samples: [] } : preview;
  }

  /** @throws the same errors as {@link preview}; Problem `conflict` if the integration has another open run. */
  async start({ filter, correction }: RedriveRequest, caller: Caller): Promise<Redrive> {
    const { run, asked } = this.targetOf(filter, caller);
    this.hidesFrom(caller, run, { filter, correction });
    const total = await this.count(asked);
    if (total === 0) throw new Problem('validation_failed', 'No rejected events match this filter');
    const { scope: _, ...frozen } = asked;
    const definition = { filter: { ...frozen, integration: run.integrationId }, correction };
    audited({
      targets: [`redrive:${run.id}`, `integration:${run.integrationId}`],
      organizations: run.organizationId > 0 ? [run.organizationId] : [],
      rows: total,
    });
    if (!(await this.store.start(run, definition, total, toCorrector(caller))))
      throw new Problem('conflict', 'Another correction run of this integration is not finished: end it first');
    this.runner.wake();
    return this.get(run.id, caller);
  }

  async list({ integration, ...page }: ListRedrivesQuery, caller: Caller): Promise<Page<Redrive>> {
    const scope = this.directory.correctionScopeOf(caller);
    const [runs, count] = await this.store.runs(scope, integration ?? null, page);
    return { data: runs.map((run) => this.toRedrive(run)), count };
  }

  /** @throws Problem `not_found`, also for a run outside the caller's scope. */
  async get(id: string, caller: Caller): Promise<Redrive> {
    return this.toRedrive(await this.stored(id, caller));
  }

  /** @throws Problem `conflict` if the run is not running. */
  pause(id: string, caller: Caller): Promise<Redrive> {
    return this.order(id, caller, () => this.store.change(id, ['running'], 'paused'));
  }

  /** @throws Problem `conflict` if the run has ended. */
  abort(id: string, caller: Caller): Promise<Redrive> {
    return this.order(id, caller, () => this.store.change(id, ['running', 'paused', 'interrupted'], 'aborted'));
  }

  /** @throws Problem `conflict` unless the run is paused or interrupted. */
  async resume(id: string, caller: Caller): Promise<Redrive> {
    const run = await this.order(id, caller, () =>
      this.store.resume(id, ['paused', 'interrupted'], toCorrector(caller)),
    );
    this.runner.wake();
    return run;
  }

  /** @throws Problem `not_found`, also for a run outside the caller's scope. */
  async stored(id: string, caller: Caller): Promise<RedriveRun> {
    const run = await this.store.run(id, this.directory.correctionScopeOf(caller));
    if (!run) throw Problem.notFound('The run');
    return run;
  }

  private async order(id: string, caller: Caller, change: () => Promise<boolean>): Promise<Redrive> {
    const { organizationId } = await this.stored(id, caller);
    audited({ organizations: organizationId > 0 ? [organizationId] : [] });
    const isDone = await change();
    const run = await this.get(id, caller);
    if (!isDone) throw new Problem('conflict', `The run is ${run.state}`);
    return run;
  }

  /** Returns a new run for the filter's integration, and the filter limited to events that the caller may correct. */
  private targetOf({ to, ...filter }: RedriveRequest['filter'], caller: Caller): { run: RunOf; asked: ScopedFilter } {
    if (!this.schema.isMigrated) throw Problem.unavailable('The rejected events');
    const { integration } = filter;
    const scope = this.directory.correctionScopeOf(caller);
    const organization = this.directory.organizationOf(integration);
    const ofEveryone = scope === 'every';
    const isKnown = ofEveryone
      ? this.directory.integrationName(integration) !== null
      : organization !== null && permits(scope, organization, integration);
    if (!isKnown) throw Problem.notFound('The integration');
    const run = { id: randomUUID(), integrationId: integration, organizationId: organization ?? 0, ofEveryone };
    const until = Math.min(Date.now(), to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to));
    return { run, asked: { ...filter, to: new Date(until).toISOString(), scope: scopeOf(run) } };
  }

  /**
   * Whether privacy rules hide the events from the caller. If so, the caller may only publish the events unchanged, because results of
   * corrections and of text searches would reveal the content.
   * @throws Problem `forbidden` for a hidden correction or text search.
   */
  private hidesFrom(caller: Caller, { organizationId }: RunOf, { filter, correction }: RedriveRequest): boolean {
    if (!this.directory.correctionOf(caller).hiddenIn.has(organizationId)) return false;
    if (filter.query || !Array.isArray(correction) || correction.length > 0)
      throw Problem.forbidden(
        'A privacy rule hides these events from you. You can publish them again without changes.',
      );
    return true;
  }

  private async count(filter: ScopedFilter): Promise<number> {
    const count = await this.selection.count(filter);
    if (count <= MAX_REDRIVE_EVENTS) return count;
    const limit = MAX_REDRIVE_EVENTS.toLocaleString('en');
    throw new Problem(
      'validation_failed',
      `The filter matches ${count.toLocaleString('en')} events, but a run corrects at most ${limit}: choose a shorter time`,
    );
  }

  private toRedrive(run: RedriveRun): Redrive {
    return run.toRedrive(this.directory.integrationName(run.integrationId));
  }
}

const toCorrector = ({ id, usertype, accessVersion }: Caller): Corrector => ({ id, usertype, accessVersion });
