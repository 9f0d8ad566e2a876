import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { intArray, isGivenUp, noteGivenUp, retrySeconds, workTogether } from '@portico/postgres';
import { CONFIG } from '@portico/service';
import type { AlertsConfig } from '../config.ts';
import { noteChange } from '../live/changes.ts';
import { currentMaintenance } from '../maintenance/covering.ts';
import { Pending } from '../outbound/pending.entity.ts';
import { POLICY } from '../policy/decide.ts';
import { isHeldByMaintenance, partOf, START_KINDS, START_KINDS_SQL } from '../policy/kinds.ts';
import { Transition } from '../transitions/transition.entity.ts';
import { type Description, describeTransition } from './described.ts';
import { type MatchingRule, matchingRules } from './matching-rules.ts';
import { Notice } from './notice.entity.ts';

const SECOND = 1_000;

/** The next 10 transitions to plan. A transition waits until all earlier transitions of its subject are planned. */
const NEXT = `select t.id from transitions t where t.planned_at is null and t.plan_at <= now()
    and not exists (select from transitions e where e.subject = t.subject and e.id < t.id and e.planned_at is null)
  order by t.id limit 10`;
/** Locks the selected transitions that are still unplanned and that no other process has locked. */
const CLAIM = `select t.id from transitions t where t.id = any(?::int[]) and t.planned_at is null
    and not exists (select from transitions e where e.subject = t.subject and e.id < t.id and e.planned_at is null)
  order by t.id for update skip locked`;
const MAX_PAUSE_SECONDS = 300;

/** Finds the open inbox entry of the episode, or else of a recent outage of the episode's integration. */
const OUTAGE = `select n.entry_id as id from notices n join transitions t on t.id = n.entry_id
  where n.kind = 'episode.opened' and n.over_at is null and n.organization_id = ? and n.integration_id = ?
    and (n.subject = ? or t.created_at > ?)
  order by n.subject = ? desc, n.id desc limit 1`;

const CHANNELS = `select id from channels where id in (select jsonb_array_elements_text(?::jsonb)::int)
  and verified_at is not null and disabled_at is null`;

/** Plans transitions: writes a notice for each matching rule and marks the transition as planned, in one transaction. */
@Injectable()
export class Planner {
  private readonly logger = new Logger(Planner.name);

  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: AlertsConfig,
  ) {}

  /** Plans the next transitions. @returns whether any transition was planned. */
  async next(): Promise<boolean> {
    const next = await this.em.fork().execute<{ id: number }[]>(NEXT);
    let planned = 0;
    const ids = next.map(({ id }) => id);
    await workTogether(ids, {
      work: async (some) => void (planned += await this.planSome(some)),
      failed: (id, error) => this.fail(id, error),
    });
    return planned > 0;
  }

  /** @returns the number of planned transitions. */
  private planSome(ids: readonly number[]): Promise<number> {
    return this.em.fork().transactional(async (em) => {
      const windowOf = await currentMaintenance(em, { isLocked: true });
      const claimed = await em.execute<{ id: number }[]>(CLAIM, [intArray(ids)]);
      const transitions = await em.find(
        Transition,
        { id: { $in: claimed.map(({ id }) => id) } },
        { orderBy: { id: 'asc' } },
      );
      for (const transition of transitions)
        await this.plan(em, transition, isHeldByMaintenance(transition.kind) && windowOf(transition) !== null);
      return transitions.length;
    });
  }

  /** Schedules a retry. Later transitions of the same subject wait for the retry. Gives up after too many attempts. */
  private async fail(id: number, error: unknown): Promise<void> {
    const em = this.em.fork();
    const transition = await em.findOneOrFail(Transition, { id });
    const attempts = transition.planAttempts + 1;
    if (isGivenUp(error, attempts)) {
      this.logger.error(
        { transition: id, error: String(error) },
        'creating the notices of an episode change failed too often, giving up',
      );
      noteGivenUp('transitions');
      await em.nativeUpdate(Transition, { id }, { plannedAt: new Date(), planAttempts: attempts });
    } else
      await em.execute(
        'update transitions set plan_attempts = ?, plan_at = now() + make_interval(secs => ?) where id = ?',
        [attempts, retrySeconds(attempts, MAX_PAUSE_SECONDS), id],
      );
  }

  private async plan(em: EntityManager, transition: Transition, inMaintenance: boolean): Promise<void> {
    const isEnd = partOf(transition.kind) === 'end';
    if (isEnd) await this.end(em, transition);
    const described = await describeTransition(em, transition, this.config.PRODUCT_NAME);
    const entryId = await entryOf(em, transition);
    for (const rule of await matchingRules(em, transition, described.severity))
      await this.write(em, transition, rule, { ...described, inMaintenance, entryId });
    transition.plannedAt = new Date();
    await em.flush();
  }

  private async write(
    em: EntityManager,
    transition: Transition,
    rule: MatchingRule,
    described: Description & Pick<Notice, 'inMaintenance' | 'entryId'>,
  ): Promise<void> {
    const { id, kind, subject, organizationId, integrationId, eventName, at, createdAt } = transition;
    const notice = em.create(Notice, {
      ...described,
      ruleId: rule.id,
      transitionId: id,
      owner: rule.owner,
      ownerOrganizationId: rule.organization_id,
      ownerUserId: rule.user_id,
      kind,
      subject,
      organizationId,
      integrationId,
      eventName,
      at,
      createdAt,
      inboxAt: rule.inbox ? await this.inboxAt(em, transition, rule, described) : null,
    });
    await em.persist(notice).flush();
    const channels = await em.execute<{ id: number }[]>(CHANNELS, [JSON.stringify(rule.channels)]);
    for (const channel of channels)
      em.create(Pending, { noticeId: notice.id, channelId: channel.id, dueAt: new Date() }, { persist: true });
  }

  /** Ends the open notices of a subject. If a problem ends before its notice enters the inbox, the notice never enters the inbox. */
  private async end(em: EntityManager, { subject, at, createdAt }: Transition): Promise<void> {
    await em.execute(
      `update notices set over_at = ?, over_noted_at = ?,
         inbox_at = case when created_at + make_interval(secs => ?) > ? then null else inbox_at end
       where subject = ? and over_at is null and kind in (${START_KINDS_SQL})`,
      [at, createdAt, this.config.NOTICE_WAIT_SECONDS, createdAt, subject],
    );
    await noteChange(em, { what: 'notices' });
  }

  /**
   * Returns when a notice enters the inbox. Returns null while maintenance holds the notice: if the problem is still open when the
   * maintenance ends, {@link MaintenanceEnds} sets the time. Returns null for an end notice if the beginning notice was updated instead.
   */
  private async inboxAt(
    em: EntityManager,
    transition: Transition,
    rule: MatchingRule,
    { inMaintenance }: Pick<Notice, 'inMaintenance'>,
  ): Promise<Date | null> {
    const { kind, subject, createdAt } = transition;
    if (inMaintenance) return null;
    if (partOf(kind) !== 'end') return new Date(createdAt.getTime() + this.config.NOTICE_WAIT_SECONDS * SECOND);
    const ended = { ruleId: rule.id, subject, kind: { $in: START_KINDS }, overNotedAt: createdAt };
    return (await em.count(Notice, ended)) > 0 ? null : createdAt;
  }
}

async function entryOf(em: EntityManager, transition: Transition): Promise<number> {
  const { id, kind, subject, organizationId = null, integrationId = null, createdAt } = transition;
  if (kind !== 'episode.opened') return id;
  const since = new Date(createdAt.getTime() - POLICY.outage);
  const [outage] = await em.execute<{ id: number }[]>(OUTAGE, [organizationId, integrationId, subject, since, subject]);
  return outage?.id ?? id;
}
