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
import { type Caller, Problem, Unavailable } from '@portico/service';
import { Directory, ofOrganizations, permits, type Scope } from '../directory/directory.ts';
import type { Asked } from '../rejected/rejected-condition.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { Previewer } from './previewer.ts';
import { RedriveRunner } from './runner.ts';
import { Definition, type StoredRun } from './steps.query.ts';
import { RedriveStore, type RunOf } from './store.ts';
import { toRedrive } from './to-redrive.ts';

/** What a request is about, as the caller may see it. */
type Target = { of: RunOf; asked: Asked };

const OPEN = new Problem('conflict', 'Another run over rejected events of this integration is open: end it first');

/** Runs that correct many rejected events of one integration. */
@Injectable()
export class RedrivesService {
  constructor(
    private readonly store: RedriveStore,
    private readonly runner: RedriveRunner,
    private readonly previewer: Previewer,
    private readonly directory: Directory,
    private readonly schema: Schema,
  ) {}

  /** @throws Problem `not_found` for an integration of others; `validation_failed` when it is about too many events. */
  async preview({ filter, correction }: RedriveRequest, caller: Caller, gone: AbortSignal): Promise<RedrivePreview> {
    const { asked } = this.targetOf(filter, caller);
    await this.count(asked);
    return this.previewer.preview(asked, correction, caller, gone);
  }

  /** @throws Problem as {@link preview}; `conflict` while another run of the integration is open. */
  async start({ filter, correction }: RedriveRequest, caller: Caller): Promise<Redrive> {
    const { of, asked } = this.targetOf(filter, caller);
    const total = await this.count(asked);
    if (total === 0) throw new Problem('validation_failed', 'There are no such events to correct');
    if ((await this.openRuns(of)).length > 0) throw OPEN;
    const { scope: _, ...frozen } = asked;
    const token = randomUUID();
    const definition: Definition = {
      filter: { ...frozen, integration: of.integration },
      correction,
      total,
      user: caller.id,
      token,
    };
    await unavailable(this.store.note(of, 'started', definition));
    // Of two that begin at once each sees the other here: at most one stays.
    if ((await this.openRuns(of)).some(({ id }) => id !== of.run)) {
      await unavailable(this.store.note(of, 'withdrawn'));
      throw OPEN;
    }
    this.runner.begin({ of, asked, correction, token, caller });
    return this.get(of.run, caller);
  }

  async list({ integration, ...page }: ListRedrivesQuery, caller: Caller): Promise<Page<Redrive>> {
    this.requireTables();
    const scope = this.directory.correctionScopeOf(caller);
    const { rows, count } = await this.store.runs(scope, integration ?? null, page);
    return { data: await this.toRedrives(rows), count };
  }

  /** @throws Problem `not_found`, also for a run of others. */
  async get(id: string, caller: Caller): Promise<Redrive> {
    const [redrive] = await this.toRedrives([await this.stored(id, caller)]);
    if (!redrive) throw Problem.notFound('The run');
    return redrive;
  }

  /** @throws Problem `conflict` when it is not running. */
  async pause(id: string, caller: Caller): Promise<Redrive> {
    return this.order(id, caller, ['running'], 'paused');
  }

  /** @throws Problem `conflict` when it is over. */
  async abort(id: string, caller: Caller): Promise<Redrive> {
    return this.order(id, caller, ['running', 'paused', 'interrupted'], 'aborted');
  }

  /** @throws Problem `conflict` when it was neither paused nor interrupted. */
  async resume(id: string, caller: Caller): Promise<Redrive> {
    const stored = await this.stored(id, caller);
    await this.requireState(stored, ['paused', 'interrupted']);
    const { filter, correction } = Definition.parse(JSON.parse(stored.definition));
    const of = ofStored(stored);
    const token = randomUUID();
    await unavailable(this.store.note(of, 'resumed', { token, user: caller.id }));
    this.runner.begin({ of, asked: { ...filter, scope: scopeOf(of) }, correction, token, caller });
    return this.get(id, caller);
  }

  /** As it is stored. @throws Problem `not_found`, also for a run of others. */
  async stored(id: string, caller: Caller): Promise<StoredRun> {
    this.requireTables();
    const stored = await unavailable(this.store.run(id, this.directory.correctionScopeOf(caller)));
    if (!stored) throw Problem.notFound('The run');
    return stored;
  }

  private async order(
    id: string,
    caller: Caller,
    states: readonly Redrive['state'][],
    step: 'paused' | 'aborted',
  ): Promise<Redrive> {
    const stored = await this.stored(id, caller);
    await this.requireState(stored, states);
    await unavailable(this.store.note(ofStored(stored), step, { user: caller.id }));
    return this.get(id, caller);
  }

  private async requireState(stored: StoredRun, states: readonly Redrive['state'][]): Promise<void> {
    const [redrive] = await this.toRedrives([stored]);
    if (redrive && !states.includes(redrive.state)) throw new Problem('conflict', `The run is ${redrive.state}`);
  }

  private targetOf({ to, ...filter }: RedriveRequest['filter'], caller: Caller): Target {
    this.requireTables();
    const { integration } = filter;
    const scope = this.directory.correctionScopeOf(caller);
    const organization = this.directory.organizationOf(integration);
    const everyone = scope === 'every';
    const isKnown = everyone
      ? this.directory.integrationName(integration) !== null
      : organization !== null && permits(scope, organization, integration);
    if (!isKnown) throw Problem.notFound('The integration');
    const of = { run: randomUUID(), integration, organization: organization ?? 0, everyone };
    const until = Math.min(Date.now(), to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to));
    return { of, asked: { ...filter, to: new Date(until).toISOString(), scope: scopeOf(of) } };
  }

  private async count(asked: Asked): Promise<number> {
    const count = await this.store.countSelected(asked);
    if (count <= MAX_REDRIVE_EVENTS) return count;
    const most = MAX_REDRIVE_EVENTS.toLocaleString('en');
    throw new Problem(
      'validation_failed',
      `These are ${count.toLocaleString('en')} events, at most ${most} are corrected at once: narrow the time`,
    );
  }

  private openRuns({ integration }: RunOf): Promise<StoredRun[]> {
    return unavailable(this.store.openRuns(integration));
  }

  private async toRedrives(rows: readonly StoredRun[]): Promise<Redrive[]> {
    const counts = await unavailable(this.store.counts(rows.map(({ id }) => id)));
    return rows.map((row) => toRedrive(row, counts, this.directory.integrationName(row.integration)));
  }

  private requireTables(): void {
    if (!this.schema.isMigrated) throw Problem.unavailable('The rejected events');
  }
}

/** A run that is not of everyone has what came through the doors of its integration, by any caller who resumes it. */
const scopeOf = ({ integration, organization, everyone }: RunOf): Scope =>
  everyone ? 'every' : { ...ofOrganizations([]), integrations: new Map([[integration, organization]]) };

const ofStored = ({ id: run, integration, organization, everyone }: StoredRun): RunOf => ({
  run,
  integration,
  organization,
  everyone: everyone === 1,
});

/** For a caller who waits. */
const unavailable = <Value>(answer: Promise<Value>): Promise<Value> =>
  answer.catch((error: unknown) => {
    throw error instanceof Unavailable ? Problem.unavailable('The rejected events', error) : error;
  });
