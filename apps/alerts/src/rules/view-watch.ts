import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError } from '@portico/api-client';
import { EventFilter, listEvents } from '@portico/contracts/http/events';
import { type Asking, EventsApi } from '../events-api/events-api.ts';
import { Loop } from '@portico/service';
import { askingOf } from '../owners/asking.ts';
import { addTransition, isPlatformBehind } from '../transitions/transitions.ts';
import { Rule } from './rule.entity.ts';
import { filterOf } from './view-filter.ts';

const A_MINUTE = 60_000;

/** Leases the rule whose view was not looked at for the longest time, at least half a minute. */
const TAKE = `update rules set viewed_at = now() where id = (
    select id from rules where active and view is not null and needs_owner_since is null
      and (viewed_at is null or viewed_at < now() - interval '30 seconds')
    order by viewed_at nulls first, id limit 1 for update skip locked) returning id`;

/** Asks the events list, with the rights of whom a rule is of, whether its view's condition holds, and notes each change. */
@Injectable()
export class ViewWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ViewWatch.name);
  private readonly loop = new Loop({ name: 'views', next: () => this.next() });

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
    // What has not arrived yet is not missing.
    if (rule.view.when === 'none' && (await isPlatformBehind(em))) return true;
    const asking = await askingOf(em, rule);
    if (asking === null) return true;
    const found = await this.count(rule, asking);
    if (found !== null) await this.note(rule, found);
    return true;
  }

  /** Null when the list refuses the view: it may have been valid once. */
  private async count({ id, view, organizationId }: Rule, asking: Asking): Promise<number | null> {
    const from = new Date(Date.now() - (view?.minutes ?? 0) * A_MINUTE).toISOString();
    const filter = EventFilter.safeParse(filterOf(view?.search ?? {})).data;
    if (filter === undefined) return null;
    const own = organizationId ? { organizations: [organizationId] } : {};
    const query = { ...filter, ...own, sender: 'trusted' as const, from, limit: 1 };
    try {
      return (await this.events.ask((events) => events.call(listEvents, { query }), asking)).count;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.logger.warn({ rule: id, status: error.status, error: error.message }, 'the view of a rule was refused');
      return null;
    }
  }

  private async note({ id }: Rule, found: number): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await em.execute('select id from rules where id = ? for update', [id]);
      const rule = await em.findOne(Rule, { id });
      if (!rule?.view || !rule.active) return;
      const { when, count } = rule.view;
      const holds = when === 'more' ? found > count : found === 0;
      if (holds === rule.viewHolds) return;
      rule.viewHolds = holds;
      addTransition(em, {
        kind: holds ? `view.${when}` : 'view.over',
        subject: `rule:${id}`,
        organizationId: rule.organizationId ?? null,
        at: new Date(),
        snapshot: { view: { ...rule.view, found } },
      });
    });
  }
}
