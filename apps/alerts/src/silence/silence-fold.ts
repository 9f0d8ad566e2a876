import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Activity } from '@portico/contracts/events/activity';
import { currentMaintenance } from '../maintenance/covering.ts';
import { Integration } from '../directory/integration.entity.ts';
import { addUnusual, advance } from './advance.ts';
import { Clock } from './clock.ts';
import { noteStep } from './silence-transitions.ts';
import { Silence } from './silence.entity.ts';
import type { Circumstances } from './watched.ts';

type Arrival = { organization_id: number; integration_id: number; at: string };

const ARRIVALS = 'jsonb_to_recordset(?::jsonb) as n (organization_id int, integration_id int, at timestamptz)';

/** Adds a row for each integration at the first arrival. Skips deleted integrations. */
const INSERT = `insert into silence (organization_id, integration_id, state, since, zone, relearn_at, expectation, normal,
    unusual, version)
  select n.organization_id, n.integration_id, 'learning', ?::timestamptz, 'UTC', ?::timestamptz, '{"kind":"learned"}', '[]',
    '[]', 1
  from ${ARRIVALS} where not exists (select from integrations i where i.id = n.integration_id and i.deleted_at is not null)
  order by 1, 2 on conflict do nothing`;

/** Rows with a newer arrival. A row in the state `regular` is updated once per second at most, to limit writes. */
const NEWER = `select s.id from silence s join ${ARRIVALS} using (organization_id, integration_id)
  where s.last_arrival_at is null or n.at > s.last_arrival_at + case when s.state = 'regular' then interval '1 second'
    else interval '0' end`;

/** Records the newest arrival of each integration. Repeated and older activity records have no effect. */
@Injectable()
export class SilenceFold {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  async fold(activity: readonly Activity[]): Promise<void> {
    const arrivals = newestArrivals(activity);
    const now = this.clock.now();
    const json = JSON.stringify(arrivals);
    const at = new Date(now).toISOString();
    await this.em.fork().transactional(async (em) => {
      await em.execute(INSERT, [at, at, json]);
      const newer = await em.execute<{ id: number }[]>(NEWER, [json]);
      if (newer.length === 0) return;
      const rows = await em.find(
        Silence,
        { id: { $in: newer.map(({ id }) => id) } },
        { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
      );
      const circumstancesOf = await readCircumstances(em, rows, now);
      const moments = new Map(arrivals.map((one) => [`${one.organization_id}:${one.integration_id}`, one.at]));
      for (const row of rows) {
        const moment = new Date(moments.get(`${row.organizationId}:${row.integrationId}`) ?? 0);
        if (row.lastArrivalAt && moment <= row.lastArrivalAt) continue;
        await this.arrive(em, row, moment, { ...circumstancesOf(row), now });
      }
    });
  }

  private async arrive(
    em: EntityManager,
    row: Silence,
    at: Date,
    { now, ...circumstances }: Circumstances & { now: number },
  ): Promise<void> {
    if (row.state === 'silent' && row.lastArrivalAt) addUnusual(row, row.lastArrivalAt.getTime(), at.getTime());
    row.lastArrivalAt = at;
    if (!row.countedFrom || row.countedFrom < at) row.countedFrom = at;
    // Does not report silence here: only the sweep knows whether Portico processes events late.
    await noteStep(em, row, advance(row, { ...circumstances, canBeMissed: false, now }), { now });
  }
}

function newestArrivals(activity: readonly Activity[]): Arrival[] {
  const newest = new Map<string, Arrival>();
  for (const { organization_id, source_id, newest_arrival } of activity) {
    const key = `${organization_id}:${source_id}`;
    const known = newest.get(key);
    if (!known || known.at < newest_arrival)
      newest.set(key, { organization_id, integration_id: source_id, at: newest_arrival });
  }
  return [...newest.values()];
}

/**
 * Returns a function that returns a row's circumstances: whether the integration is active, and until when maintenance covers the
 * integration.
 */
export async function readCircumstances(
  em: EntityManager,
  rows: readonly Silence[],
  now: number,
): Promise<(row: Silence) => Circumstances> {
  const ids = [...new Set(rows.map(({ integrationId }) => integrationId))];
  const known = await em.find(Integration, { id: { $in: ids } });
  const inactive = new Set(known.filter(({ active, deletedAt }) => !active || deletedAt).map(({ id }) => id));
  const windowOf = await currentMaintenance(em, { now });
  return (row) => ({
    isActive: !inactive.has(row.integrationId),
    maintenanceUntil: windowOf(row)?.until.getTime() ?? null,
  });
}
