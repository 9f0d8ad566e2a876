import { type EntityManager as Em, EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  type AdjustmentCreate,
  MAX_PERIODS,
  type UsageDetail,
  type UsagePeriod as UsagePeriodRow,
} from '@portico/contracts/http/usage';
import { type Caller, callerIsAdmin, Problem, Unavailable } from '@portico/service';
import { EventsApi } from '@portico/service/events-api';
import { MembershipsService } from '../memberships/memberships.service.ts';
import { UsersService } from '../users/users.service.ts';
import { CountingService } from './counting.service.ts';
import { askOne } from './meters.service.ts';
import { plain, UsageAdjustment, UsagePeriod } from './usage-period.entity.ts';

const USED = `
  select p.id, (p.value + coalesce(sum(a.amount), 0))::text as used
  from usage_periods p left join usage_adjustments a on a.period_id = p.id where p.id = any(?::int[]) group by p.id`;

@Injectable()
export class UsageService {
  constructor(
    private readonly em: EntityManager,
    private readonly memberships: MembershipsService,
    private readonly counting: CountingService,
    private readonly users: UsersService,
    private readonly events: EventsApi,
  ) {}

  async list(caller: Caller, organizationId: number): Promise<{ data: UsagePeriodRow[] }> {
    if (!(await this.mayRead(caller, organizationId))) throw Problem.notFound('The organization');
    const since = new Date();
    since.setUTCMonth(since.getUTCMonth() - MAX_PERIODS);
    const periods = await this.em.find(
      UsagePeriod,
      { organizationId, startsAt: { $gt: since } },
      { orderBy: [{ startsAt: 'desc' }, { lookupKey: 'asc' }] },
    );
    return { data: await this.toRows(this.em, periods) };
  }

  /** @throws Problem `not_found`. */
  async get(caller: Caller, id: number): Promise<UsageDetail> {
    const period = await this.em.findOne(UsagePeriod, { id });
    if (!period || !(await this.mayRead(caller, period.organizationId))) throw Problem.notFound('The usage');
    return { ...(await this.toRow(period)), days: await this.daysOf(period) };
  }

  /** Adjusts a used count. The caller is an administrator. @throws Problem `not_found`. */
  async adjust(caller: Caller, id: number, { amount, reason }: AdjustmentCreate): Promise<UsagePeriodRow> {
    const adjusted = await this.em.transactional(async (em) => {
      // Locks the period before the adjustment references it, because two concurrent adjustments with a shared lock would wait for
      // each other.
      const period = await em.findOne(UsagePeriod, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!period) throw Problem.notFound('The usage');
      em.persist(em.create(UsageAdjustment, { period, amount, reason, userId: caller.id }));
      await em.flush();
      await this.counting.settle(em, [id]);
      return period;
    });
    return this.toRow(adjusted);
  }

  /** Counts by day; null if the events service is unavailable or rejects the query. */
  private async daysOf(period: UsagePeriod): Promise<UsageDetail['days']> {
    const { organizationId, question, measure, field, timeZone } = period;
    const [arrivedFrom, arrivedTo] = [period.startsAt.toISOString(), period.countedTo.toISOString()];
    if (arrivedFrom === arrivedTo) return [];
    const range = { organizations: [organizationId], byDayIn: timeZone, arrivedFrom, arrivedTo };
    try {
      const { data } = await askOne(this.events, { where: question, measure, ...(field && { field }) }, range);
      return data.map(({ day = '', value, events }) => ({ day, value: plain(value), events }));
    } catch (error) {
      if (error instanceof Problem || error instanceof Unavailable) return null;
      throw error;
    }
  }

  private async mayRead(caller: Caller, organizationId: number): Promise<boolean> {
    return callerIsAdmin(caller) || this.memberships.isApprovedMember(caller.id, organizationId);
  }

  private async toRow(period: UsagePeriod): Promise<UsagePeriodRow> {
    const [row] = await this.toRows(this.em, [period]);
    if (!row) throw Problem.notFound('The usage');
    return row;
  }

  private async toRows(em: Em, periods: readonly UsagePeriod[]): Promise<UsagePeriodRow[]> {
    const ids = `{${periods.map(({ id }) => id).join(',')}}`;
    const rows = await em.execute<{ id: number; used: string }[]>(USED, [ids]);
    const used = new Map(rows.map((row) => [row.id, row.used]));
    const adjustments = await em.find(UsageAdjustment, { period: { $in: [...periods] } }, { orderBy: { id: 'asc' } });
    const byPeriod = Map.groupBy(adjustments, ({ period }) => period.id);
    const users = await this.users.byId(em, [...new Set(adjustments.map(({ userId }) => userId))]);
    const names = new Map([...users.values()].flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
    return periods.map((period) =>
      period.toRow(used.get(period.id) ?? period.value, byPeriod.get(period.id) ?? [], names),
    );
  }
}
