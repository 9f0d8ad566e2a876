import { EntityManager, type FilterQuery, QueryOrder, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import {
  type Maintenance,
  MAINTENANCE_PREVIEW,
  type MaintenanceCreate,
  type MaintenanceQuery,
  type MaintenanceState,
  type MaintenanceTimes,
  type MaintenanceUpdate,
  MAX_MAINTENANCE,
  type Occurrence,
} from '@portico/contracts/http/maintenance';
import { Organization } from '@portico/messaging';
import { type Caller, Problem } from '@portico/service';
import { Integration } from '../directory/integration.entity.ts';
import { namesOf } from '../directory/names.ts';
import { noteChange } from '../live/changes.ts';
import { lockOwned, mayChange, type Owner, ownerOf, type Reach, reachOf, requireChange } from '../owners/owners.ts';
import { cronFault } from '../policy/cron.ts';
import { MaintenanceWindow } from './maintenance.entity.ts';
import { User } from '../directory/user.entity.ts';
import { firstOccurrence, nextOccurrence, occurrencesFrom, type Span } from './occurrences.ts';

type Scoped = Pick<MaintenanceWindow, 'scope' | 'organizationId'>;

const toOwner = ({ scope, organizationId }: Scoped): Owner => ({
  owner: scope === 'product' ? 'product' : 'organization',
  organizationId: organizationId ?? null,
  userId: null,
});

const toOccurrences = (spans: readonly Span[]): Maintenance['next'] =>
  spans.map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }));

/** Returns the current or next occurrence. The stored occurrence may be over, because {@link MaintenanceEnds} ends it later. */
function currentOf(window: MaintenanceWindow, now: number): Span | null {
  const span = window.occurrence();
  return span && span.to <= now ? nextOccurrence(window.when, { to: now }) : span;
}

const stateOf = (window: MaintenanceWindow, now: number): MaintenanceState => {
  const span = currentOf(window, now);
  if (span === null) return 'past';
  return span.from <= now ? 'current' : 'planned';
};

async function maintenanceRows(
  em: EntityManager,
  reach: Reach,
  windows: readonly MaintenanceWindow[],
  now: number,
): Promise<Maintenance[]> {
  const organizations = await namesOf(
    em,
    Organization,
    windows.map(({ organizationId }) => organizationId),
  );
  const integrations = await namesOf(
    em,
    Integration,
    windows.map(({ integrationId }) => integrationId),
  );
  const users = await namesOf(
    em,
    User,
    windows.map(({ createdBy }) => createdBy),
  );
  return windows.map((window) => ({
    id: window.id,
    scope: window.scope,
    organizationId: window.organizationId ?? null,
    organization: organizations.get(window.organizationId) ?? null,
    integrationId: window.integrationId ?? null,
    integration: integrations.get(window.integrationId) ?? null,
    reason: window.reason,
    when: window.when,
    state: stateOf(window, now),
    next: toOccurrences(occurrencesFrom(window.when, currentOf(window, now), MAINTENANCE_PREVIEW)),
    endedEarlyAt: window.endedEarlyAt?.toISOString() ?? null,
    createdBy: users.get(window.createdBy) ?? null,
    createdAt: window.createdAt.toISOString(),
    mayChange: mayChange(reach, toOwner(window)),
  }));
}

/** @throws Problem `validation_failed` for an invalid schedule or for times without a future occurrence. */
function checkTimes(when: MaintenanceTimes, now: number): void {
  if (when.kind === 'once') {
    if (Date.parse(when.to) <= now) throw Problem.invalid('/when/to', 'To should be in the future');
    return;
  }
  const wrong = cronFault(when.cron, when.timeZone);
  if (wrong !== null) throw Problem.invalid('/when/cron', `Cron should be five fields as in 0 3 * * 1-5: ${wrong}`);
}

const beginning = (when: MaintenanceTimes): string =>
  when.kind === 'once' ? `${Date.parse(when.from)}` : `${when.cron} ${when.timeZone}`;

const STATES: Record<NonNullable<MaintenanceQuery['state']>, (now: Date) => FilterQuery<MaintenanceWindow>> = {
  current: (now) => ({ startsAt: { $lte: now }, endsAt: { $gt: now } }),
  planned: (now) => ({ startsAt: { $gt: now } }),
  past: () => ({ startsAt: null }),
};

/** Lists and changes maintenance windows for callers. All callers see product-wide windows. */
@Injectable()
export class MaintenanceService {
  constructor(private readonly em: EntityManager) {}

  async list(caller: Caller, { state, integration, limit, offset }: MaintenanceQuery): Promise<Page<Maintenance>> {
    const em = this.em.fork();
    const [reach, now] = [await reachOf(em, caller), new Date()];
    const where: FilterQuery<MaintenanceWindow>[] = [
      reach.isAdmin ? {} : { $or: [{ scope: 'product' }, { organizationId: { $in: [...reach.roles.keys()] } }] },
      state === undefined ? {} : STATES[state](now),
      integration === undefined ? {} : await this.covering(em, integration),
    ];
    const orderBy = [
      { [raw('starts_at is null')]: QueryOrder.ASC },
      { startsAt: QueryOrder.ASC },
      { id: QueryOrder.DESC },
    ];
    const [windows, count] = await em.findAndCount(MaintenanceWindow, { $and: where }, { orderBy, limit, offset });
    return { data: await maintenanceRows(em, reach, windows, now.getTime()), count };
  }

  preview(when: MaintenanceTimes): Occurrence[] {
    const now = Date.now();
    checkTimes(when, now);
    return toOccurrences(occurrencesFrom(when, firstOccurrence(when, now), MAINTENANCE_PREVIEW));
  }

  async create(caller: Caller, { reason, when, ...scope }: MaintenanceCreate): Promise<Maintenance> {
    return this.em.fork().transactional(async (em) => {
      const [reach, now] = [await reachOf(em, caller), Date.now()];
      const integrationId = scope.scope === 'integration' ? scope.integrationId : null;
      const owner = await this.ownerOf(em, reach, scope);
      checkTimes(when, now);
      await lockOwned(em, 'maintenance', owner);
      const { organizationId } = owner;
      if ((await em.count(MaintenanceWindow, { organizationId, startsAt: { $ne: null } })) >= MAX_MAINTENANCE)
        throw new Problem('conflict', `You already have ${MAX_MAINTENANCE} maintenance windows. Delete one first.`);
      const window = em.create(MaintenanceWindow, {
        scope: scope.scope,
        organizationId,
        integrationId,
        reason,
        when,
        createdBy: caller.id,
        createdAt: new Date(now),
      });
      window.plan(when, now);
      await em.persist(window).flush();
      return this.changed(em, reach, window);
    });
  }

  async replace(caller: Caller, id: number, { reason, when }: MaintenanceUpdate): Promise<Maintenance> {
    return this.em.fork().transactional(async (em) => {
      const [reach, now] = [await reachOf(em, caller), Date.now()];
      const window = await this.changeable(em, reach, id);
      const state = stateOf(window, now);
      if (state === 'past') throw new Problem('conflict', 'This maintenance window is over. Plan another one.');
      checkTimes(when, now);
      const started = window.occurrence();
      const isOn = started !== null && started.from <= now;
      if (isOn && beginning(when) !== beginning(window.when))
        throw new Problem(
          'conflict',
          'This maintenance window is active: you can change only its reason and its end. To change more, end it first.',
        );
      window.reason = reason;
      window.plan(when, isOn ? started.from : now);
      await em.flush();
      return this.changed(em, reach, window);
    });
  }

  /** Ends the current occurrence now. {@link MaintenanceEnds} then writes the summary and plans the next occurrence. */
  async end(caller: Caller, id: number): Promise<Maintenance> {
    return this.em.fork().transactional(async (em) => {
      const [reach, now] = [await reachOf(em, caller), Date.now()];
      const window = await this.changeable(em, reach, id);
      if (stateOf(window, now) !== 'current') throw new Problem('conflict', 'This maintenance window is not active');
      window.endsAt = new Date(now);
      window.endedEarlyAt = window.endsAt;
      await em.flush();
      return this.changed(em, reach, window);
    });
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const reach = await reachOf(em, caller);
      const window = await this.changeable(em, reach, id);
      if (window.startsAt && window.startsAt.getTime() <= Date.now())
        throw new Problem('conflict', 'This maintenance window is active. End it first.');
      await em.remove(window).flush();
    });
  }

  private async covering(em: EntityManager, id: number): Promise<FilterQuery<MaintenanceWindow>> {
    const { organizationId = null } = (await em.findOne(Integration, { id, deletedAt: null })) ?? {};
    const own = { organizationId, $or: [{ scope: 'organization' as const }, { integrationId: id }] };
    return { $or: [{ scope: 'product' }, ...(organizationId === null ? [] : [own])] };
  }

  /** Returns the owner of a scope. @throws Problem `not_found` if the caller cannot see the scope, `forbidden` for non-managers. */
  private async ownerOf(
    em: EntityManager,
    reach: Reach,
    scope: Pick<MaintenanceCreate, 'scope'> & { organizationId?: number; integrationId?: number },
  ): Promise<Owner> {
    if (scope.scope !== 'integration') {
      const owner = scope.scope;
      return ownerOf(em, reach, { owner, organizationId: scope.organizationId ?? null });
    }
    const integration = await em.findOne(Integration, { id: scope.integrationId ?? 0, deletedAt: null });
    const organizationId = integration?.organizationId ?? null;
    const owner: Owner = { owner: 'organization', organizationId, userId: null };
    return requireChange(reach, organizationId === null ? null : owner, 'The integration');
  }

  private async changeable(em: EntityManager, reach: Reach, id: number): Promise<MaintenanceWindow> {
    await em.execute('select id from maintenance_windows where id = ? for update', [id]);
    const window = await em.findOne(MaintenanceWindow, { id });
    if (!window) throw Problem.notFound('The maintenance window');
    if (window.scope === 'product' && !reach.isAdmin)
      throw Problem.forbidden('Only administrators can do this for the whole product');
    requireChange(reach, toOwner(window), 'The maintenance window');
    return window;
  }

  private async changed(em: EntityManager, reach: Reach, window: MaintenanceWindow): Promise<Maintenance> {
    await noteMaintenance(em, window);
    const [row] = await maintenanceRows(em, reach, [window], Date.now());
    if (!row) throw Problem.notFound('The maintenance window');
    return row;
  }
}

/** Makes open consoles reload the lists that show maintenance. */
export async function noteMaintenance(em: EntityManager, { organizationId = null }: MaintenanceWindow): Promise<void> {
  await noteChange(em, { what: 'episodes', organizationId });
  await noteChange(em, { what: 'silence', organizationId });
}
