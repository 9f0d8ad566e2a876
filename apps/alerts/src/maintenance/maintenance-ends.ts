import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@portico/api-client';
import { listEvents } from '@portico/contracts/http/events';
import { Unavailable } from '@portico/service';
import { EventsApi } from '@portico/service/events-api';
import { START_KINDS_SQL } from '../policy/kinds.ts';
import { addTransition } from '../transitions/transitions.ts';
import { coveredIn, covering, type Place } from './covering.ts';
import { MaintenanceWindow } from './maintenance.entity.ts';
import { noteMaintenance } from './maintenance.service.ts';
import { nextOccurrence, type Span } from './occurrences.ts';

/** Milliseconds after the end of a window. If the count of failures is not known by then, the summary contains no count. */
const COUNT_TIMEOUT_MS = 60_000;

/** Leases a window whose occurrence has ended. During the lease of 20 seconds, this process counts the failures. */
const TAKE = `update maintenance_windows set taken_until = now() + interval '20 seconds' where id = (
    select id from maintenance_windows where starts_at is not null and ends_at <= now() and (taken_until is null or taken_until < now())
    order by ends_at, id limit 1 for update skip locked) returning id`;

/** Episodes with a failure during the window, in total and by organization. */
const EPISODES = `select e.organization_id as "organizationId", count(*)::int as episodes,
    count(*) filter (where e.state = 'open')::int as failing
  from episodes e join maintenance_windows w on w.id = ? and ${covering('w', 'e')}
  where e.first_failure_at < ? and e.last_failure_at >= ? group by grouping sets ((), (e.organization_id))`;

/** Condition for the held notices that the end of a window releases: no other window covers them. Both parameters are the window's id. */
const HELD = `n.in_maintenance and w.id = ? and ${covering('w', 'n')} and not ${coveredIn('n', '?')}`;
const RELEASES = [
  `update pending_notices p set due_at = now() from notices n, maintenance_windows w
     where n.id = p.notice_id and p.due_at is not null and ${HELD}`,
  `update notices n set in_maintenance = false,
       inbox_at = case when n.inbox_at is null and r.inbox then now() else n.inbox_at end
     from rules r, maintenance_windows w where r.id = n.rule_id and n.over_at is null
       and n.kind in (${START_KINDS_SQL}) and ${HELD}`,
];
const RESUME = `update silence s set next_at = now() from maintenance_windows w
  where s.state = 'paused' and w.id = ? and ${covering('w', 's')}`;

type Counted = { organizationId: number | null; episodes: number; failing: number };
type Summary = Counted & { failures: number | null };

const whereOf = ({ organizationId, integrationId }: Place): string =>
  [integrationId && `integration:#${integrationId}`, organizationId && `organization:#${organizationId}`]
    .filter(Boolean)
    .join(' ');

/**
 * Ends occurrences of windows. One transaction writes the summary, releases the held notices, and plans the next occurrence, so that
 * even a crash does not lose or repeat a summary.
 */
@Injectable()
export class MaintenanceEnds {
  private readonly logger = new Logger(MaintenanceEnds.name);

  constructor(
    private readonly em: EntityManager,
    private readonly events: EventsApi,
  ) {}

  /** Ends the next occurrence that is over. @returns whether an occurrence was over. */
  async next(): Promise<boolean> {
    const em = this.em.fork();
    const [taken] = await em.execute<{ id: number }[]>(TAKE);
    if (!taken) return false;
    const window = await em.findOne(MaintenanceWindow, { id: taken.id });
    const span = window?.occurrence();
    if (window && span) await this.end(window, span, await this.summaries(em, window, span));
    return true;
  }

  private async end({ id }: MaintenanceWindow, span: Span, summaries: readonly Summary[]): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await em.execute('select id from maintenance_windows where id = ? for update', [id]);
      const window = await em.findOne(MaintenanceWindow, { id });
      const now = window?.occurrence();
      // Another process has ended the occurrence, or a user has changed the window's times.
      if (!window || now?.from !== span.from || now.to !== span.to) return;
      for (const release of RELEASES) await em.execute(release, [id, id]);
      await em.execute(RESUME, [id]);
      for (const summary of summaries) note(em, window, span, summary);
      window.setOccurrence(nextOccurrence(window.when, { to: Math.max(span.to, Date.now()) }));
      await noteMaintenance(em, window);
    });
  }

  /**
   * Counts the failures and episodes for a window's summaries. A product-wide window has one summary with the counts of all organizations,
   * and one summary per organization with episodes, with only the counts of this organization.
   */
  private async summaries(em: EntityManager, window: MaintenanceWindow, span: Span): Promise<Summary[]> {
    const [from, to] = [new Date(span.from), new Date(span.to)];
    const rows = await em.execute<Counted[]>(EPISODES, [window.id, to, from]);
    const all = rows.find(({ organizationId }) => organizationId === null) ?? { episodes: 0, failing: 0 };
    const { organizationId = null, integrationId = null } = window;
    const counted: (Counted & Place)[] = [{ ...all, organizationId, integrationId }];
    if (window.scope === 'product') counted.push(...rows.filter((row) => row.organizationId !== null));
    const summaries: Summary[] = [];
    for (const one of counted) {
      const { episodes, failing } = one;
      const failures = await this.failures(one, { from, to });
      summaries.push({ organizationId: one.organizationId, episodes, failing, failures });
    }
    return summaries;
  }

  /** Counts the failures. Returns null if the count fails or the events service is unavailable for a minute after the end. */
  private async failures(place: Place, { from, to }: { from: Date; to: Date }): Promise<number | null> {
    const where = whereOf(place);
    const query = {
      ...(where && { where }),
      status: 'FAILURE' as const,
      from: from.toISOString(),
      to: to.toISOString(),
      limit: 1,
    };
    try {
      return (await this.events.ask((events) => events.call(listEvents, { query }))).count;
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof ApiError)) throw error;
      if (error instanceof Unavailable && Date.now() < to.getTime() + COUNT_TIMEOUT_MS) throw error;
      this.logger.warn({ error: error.message }, 'counting the failures of a maintenance window failed');
      return null;
    }
  }
}

function note(em: EntityManager, window: MaintenanceWindow, span: Span, summary: Summary): void {
  const { id, scope, integrationId = null, reason } = window;
  const { organizationId, ...counts } = summary;
  const [from, to] = [new Date(span.from).toISOString(), new Date(span.to).toISOString()];
  const where = whereOf({ organizationId, integrationId });
  addTransition(em, {
    kind: 'maintenance.over',
    subject: `maintenance:${id}`,
    organizationId,
    integrationId,
    at: new Date(span.to),
    snapshot: {
      maintenance: { scope, from, reason, ...counts, search: { ...(where && { where }), status: 'FAILURE', from, to } },
    },
  });
}
