import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  type Liveness,
  MAX_NORMAL,
  MAX_SILENCE_IDS,
  type Silence as SilenceBody,
  type SilenceUpdate,
} from '@portico/contracts/http/silence';
import { type Caller, Problem } from '@portico/service';
import { Integration } from '../directory/integration.entity.ts';
import { inScope, Scopes } from '../directory/scopes.ts';
import { advance } from './advance.ts';
import { cronFault } from '../policy/cron.ts';
import { withNormal } from './model/learn.ts';
import { weekIn } from './model/week.ts';
import { keepLearned } from './silence-learner.ts';
import { learnedOf, toSpan, toStoredSpan } from './watched.ts';
import { Clock } from './clock.ts';
import { toLiveness, toSilence } from './silence-rows.ts';
import { readCircumstances } from './silence-fold.ts';
import { noteStep } from './silence-transitions.ts';
import { Silence } from './silence.entity.ts';

/** @throws Problem `validation_failed` for an invalid schedule or the end of a pause in the past. */
function checkUpdate({ expectation, pausedUntil }: SilenceUpdate, now: number): void {
  if (expectation?.kind === 'cron') {
    const wrong = cronFault(expectation.cron, expectation.zone);
    if (wrong !== null)
      throw Problem.invalid('/expectation/cron', `Cron should be five fields as in 0 3 * * 1-5: ${wrong}`);
  }
  if (pausedUntil && Date.parse(pausedUntil) <= now)
    throw Problem.invalid('/pausedUntil', 'Paused until should be in the future');
}

/** Returns the gap that a user marks as normal: the current gap of a quiet or silent integration, or else the last silence. */
function gapOf({ state, lastArrivalAt, unusual }: Silence, now: number) {
  if (!lastArrivalAt)
    throw Problem.invalid('/isNormal', 'You can mark silence as normal only after the integration has sent an event');
  const last = unusual.at(-1);
  if (state !== 'silent' && state !== 'quiet' && last) return toSpan(last);
  return { from: lastArrivalAt.getTime(), to: now };
}

function noteNormal(row: Silence, by: number, now: number): void {
  if (row.expectation.kind !== 'learned')
    throw Problem.invalid(
      '/isNormal',
      'You can mark silence as normal only for a learned pattern. Change the expected events instead',
    );
  const gap = gapOf(row, now);
  const normalGap = { ...toStoredSpan(gap), at: new Date(now).toISOString(), by };
  row.normal = [...row.normal, normalGap].slice(-MAX_NORMAL);
  row.unusual = row.unusual.filter(({ from }) => from !== normalGap.from);
  const learned = learnedOf(row);
  if (learned) keepLearned(row, withNormal(learned, weekIn(row.zone), [gap]));
}

function applyUpdate(row: Silence, update: SilenceUpdate, { by, now }: { by: number; now: number }): void {
  const { expectation, zone, pausedUntil, isNormal, forget } = update;
  if (isNormal) noteNormal(row, by, now);
  if (forget.length > 0) {
    const moments = new Set(forget.map((moment) => Date.parse(moment)));
    row.normal = row.normal.filter(({ from }) => !moments.has(Date.parse(from)));
    row.relearnAt = new Date(now);
  }
  if (zone !== undefined && zone !== row.zone) {
    row.zone = zone;
    row.relearnAt = new Date(now);
  }
  if (expectation !== undefined) row.expectation = expectation;
  if (pausedUntil !== undefined) row.pausedUntil = pausedUntil === null ? null : new Date(pausedUntil);
  // Starts the current gap again now if the expectation or the pause changes.
  if (expectation !== undefined || pausedUntil !== undefined) row.countedFrom = new Date(now);
}

type Owned = { id: number; organizationId: number; active: boolean };

@Injectable()
export class SilenceService {
  constructor(
    private readonly em: EntityManager,
    private readonly scopes: Scopes,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller, integrations: readonly number[] | undefined): Promise<Liveness[]> {
    const em = this.em.fork();
    const scope = await this.scopes.of(caller, em);
    const wanted = integrations
      ? { integrationId: { $in: [...integrations] } }
      : { state: { $in: ['quiet' as const, 'silent' as const] } };
    const rows = await em.find(
      Silence,
      { ...inScope(scope), ...wanted },
      { orderBy: { state: 'desc', since: 'asc' }, limit: MAX_SILENCE_IDS },
    );
    const hasRole = await this.scopes.rolesOf(caller, em);
    return toLiveness(em, rows, (organizationId) => hasRole('manager', organizationId), this.clock.now());
  }

  async get(caller: Caller, id: number): Promise<SilenceBody> {
    const em = this.em.fork();
    const integration = await this.integration(em, id);
    const role = await this.scopes.roleIn(caller, integration.organizationId, em);
    if (role === null) throw Problem.notFound('The integration');
    const key = { integrationId: id, organizationId: integration.organizationId };
    const row = (await em.findOne(Silence, key)) ?? this.unheard(em, integration);
    return toSilence(em, row, role === 'manager', this.clock.now());
  }

  async update(caller: Caller, id: number, update: SilenceUpdate): Promise<SilenceBody> {
    const now = this.clock.now();
    return this.em.fork().transactional(async (em) => {
      const integration = await this.integration(em, id);
      await this.scopes.requireRole('manager', caller, integration.organizationId, 'The integration');
      checkUpdate(update, now);
      const row = await this.locked(em, integration);
      applyUpdate(row, update, { by: caller.id, now });
      const { maintenanceUntil } = (await readCircumstances(em, [row], now))(row);
      const step = advance(row, { isActive: integration.active, maintenanceUntil, canBeMissed: false, now });
      await noteStep(em, row, step ?? 'changed', { now, reason: 'expectation_changed' });
      await em.flush();
      return toSilence(em, row, true, now);
    });
  }

  private async locked(em: EntityManager, integration: Owned): Promise<Silence> {
    const { id, organizationId } = integration;
    const key = { integrationId: id, organizationId };
    if (!(await em.findOne(Silence, key))) {
      await em.upsert(Silence, this.initial(integration), {
        onConflictFields: ['organizationId', 'integrationId'],
        onConflictAction: 'ignore',
      });
    }
    return em.findOneOrFail(Silence, key, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }

  private unheard(em: EntityManager, integration: Owned): Silence {
    return em.create(Silence, { id: 0, ...this.initial(integration) }, { persist: false });
  }

  private initial({ id, organizationId }: Owned) {
    const now = new Date(this.clock.now());
    return {
      integrationId: id,
      organizationId,
      state: 'learning' as const,
      since: now,
      zone: 'UTC',
      relearnAt: now,
      expectation: { kind: 'learned' as const },
      normal: [],
      unusual: [],
      version: 1,
    };
  }

  private async integration(em: EntityManager, id: number): Promise<Owned> {
    const integration = await em.findOne(Integration, { id, deletedAt: null });
    const organizationId = integration?.organizationId ?? null;
    if (!integration || organizationId === null) throw Problem.notFound('The integration');
    return { id, organizationId, active: integration.active };
  }
}
