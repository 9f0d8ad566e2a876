import { isDeepStrictEqual } from 'node:util';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError } from '@portico/api-client';
import { RuleView } from '@portico/contracts/http/rules';
import { Loop, Problem } from '@portico/service';
import { type Requester, EventsApi } from '@portico/service/events-api';
import { requesterOf } from '../owners/asking.ts';
import { POLICY } from '../policy/decide.ts';
import { addTransition, isPlatformBehind } from '../transitions/transitions.ts';
import { Rule } from './rule.entity.ts';
import { eventsOf } from './view-events.ts';
import { delayIn, firstMinuteOf, MINUTE, type ViewChange, viewChanges } from './view-policy.ts';
import { type Counted, countByMinute } from './view-question.ts';

/** Maximum past windows to evaluate after a downtime. Older windows are skipped. */
const MAX_MISSED = 1_440;
/**
 * Minimum milliseconds between two changes of a rule's condition. Longer than {@link POLICY}.wait, so that Portico sends the first notice.
 */
const BETWEEN_CHANGES = POLICY.wait + 5_000;

/** Leases the rule whose view was checked longest ago. Rules checked within the last 30 seconds are skipped. */
const TAKE = `update rules set viewed_at = now() where id = (
    select id from rules where active and view is not null and needs_owner_since is null
      and (viewed_at is null or viewed_at < now() - interval '30 seconds')
    order by viewed_at nulls first, id limit 1 for update skip locked) returning id`;

type Look = { since: number; to: number; change: (ViewChange & { delay: number }) | null };

const minuteOf = (moment: Date | number): number => Math.floor(moment.valueOf() / MINUTE);

/** Evaluates the rules on views: counts events per minute with the rights of the rule's owner, and records changes of the condition. */
@Injectable()
export class ViewWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ViewWatch.name);
  private readonly loop = new Loop({ name: 'checking rules on views', next: () => this.next() });

  constructor(
    private readonly em: EntityManager,
    private readonly events: EventsApi,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async next(): Promise<boolean> {
    const em = this.em.fork();
    const [taken] = await em.execute<{ id: number }[]>(TAKE);
    const rule = taken && (await em.findOne(Rule, { id: taken.id }));
    if (!rule?.view) return taken !== undefined;
    // While Portico processes events late, missing events do not mean that no event happened.
    if (rule.view.when === 'none' && (await isPlatformBehind(em))) return true;
    const requester = await requesterOf(em, rule);
    if (requester === null) return true;
    const look = await this.look(rule, RuleView.parse(rule.view), requester);
    if (look !== null) await this.note(rule, look);
    return true;
  }

  /** Checks a rule. Returns null before the first window is complete, or if the events service rejects the view. */
  private async look(rule: Rule, view: RuleView, requester: Requester): Promise<Look | null> {
    const now = Date.now();
    const to = Math.max(minuteOf(rule.viewTo ?? rule.viewSince ?? now), minuteOf(now) - MAX_MISSED);
    const from = Math.max(firstMinuteOf(view, to) * MINUTE, rule.viewSince?.getTime() ?? 0);
    const organizationId = rule.organizationId ?? null;
    const counted = await this.count(rule.id, () =>
      countByMinute(this.events, requester, { view, organizationId, from, now }),
    );
    if (counted === null) return null;
    const { counts, completeTo } = counted;
    const since = rule.viewSince?.getTime() ?? adoptedSince(view, rule, to, counted);
    if (since === null) return null;
    const own = counts.filter(({ arrived }) => arrived >= minuteOf(since));
    const state = { holds: rule.viewHolds, to };
    const [change] = viewChanges(view, state, own, { since: Math.ceil(since / MINUTE), completeTo });
    return {
      since,
      to: change ? Math.min(change.end, completeTo) : Math.max(to, completeTo),
      change: change ? { ...change, delay: delayIn(view, own, change.end) } : null,
    };
  }

  private async count(id: number, question: () => Promise<Counted>): Promise<Counted | null> {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Problem)) throw error;
      this.logger.warn(
        { rule: id, error: error.message },
        'events service rejected the saved view of a rule, rule not checked',
      );
      return null;
    }
  }

  /** Records the result of a check, unless the rule has changed since the check or another process has recorded a result. */
  private async note(seen: Rule, { since, to, change }: Look): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await em.execute('select id from rules where id = ? for update', [seen.id]);
      const rule = await em.findOne(Rule, { id: seen.id });
      if (!rule?.view || !rule.active || !isDeepStrictEqual(watched(rule), watched(seen))) return;
      Object.assign(rule, { viewSince: new Date(since), viewTo: new Date(to * MINUTE) });
      if (change === null) return;
      const { holds, end, found, delay } = change;
      const view = RuleView.parse(rule.view);
      const now = Date.now();
      Object.assign(rule, { viewHolds: holds, viewedAt: new Date(now + BETWEEN_CHANGES - 30_000) });
      addTransition(em, {
        kind: holds ? `view.${view.when}` : 'view.over',
        subject: `rule:${rule.id}`,
        organizationId: rule.organizationId ?? null,
        at: new Date(Math.min(now, end * MINUTE)),
        snapshot: {
          view: { ...view, found, delay, ...(holds && view.when === 'more' && { search: eventsOf(view, end, delay) }) },
        },
      });
    });
  }
}

const watched = ({ view, viewHolds, viewSince, viewTo }: Rule) => ({ view, viewHolds, viewSince, viewTo });

/**
 * Returns the start of a rule that an earlier release created. That release counted events by occurrence, up to the window `to`. If the
 * condition begins to hold in this window, the rule starts after the window, so that no notice repeats. Returns null if the window is
 * incomplete.
 */
function adoptedSince(view: RuleView, rule: Rule, to: number, { counts, completeTo }: Counted): number | null {
  if (completeTo < to) return null;
  const before = { holds: rule.viewHolds, to: to - 1 };
  const [change] = viewChanges(view, before, counts, { since: 0, completeTo: to });
  return change?.holds === true && change.end === to ? to * MINUTE : rule.createdAt.getTime();
}
