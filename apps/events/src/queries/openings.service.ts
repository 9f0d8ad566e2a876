import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EventOpenings, MAX_OPENINGS, type OpenedEvent } from '@portico/contracts/http/event-openings';
import { audited, AuditTrail, type Caller, currentCall } from '@portico/service';
import { z } from 'zod';
import { Directory, isManaging } from '../directory/directory.ts';
import { ClickHouse, type Statement } from '../table/clickhouse/clickhouse.ts';
import { HOUR } from '../table/schema/buckets.ts';
import { columnToIso } from '../table/schema/moments.ts';
import { OneEvent } from './one-event.ts';

/** Maximum ids of recent audit entries in memory. Beyond it, the service forgets all ids; the audit log drops repeated entries anyway. */
const MAX_RECORDED = 50_000;

const OpeningRow = z.object({ email: z.string(), role: z.string(), at: z.string() });

/** Records who opens an event, and shows the openings to managers of the event's organization. */
@Injectable()
export class OpeningsService {
  private recorded = new Set<string>();

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly directory: Directory,
    private readonly events: OneEvent,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws Problem `not_found`, without recording an opening, if no such event exists, or the caller may not see the event. */
  async open(opened: OpenedEvent, caller: Caller): Promise<EventOpenings> {
    const { row } = await this.events.find(opened, caller);
    const { organization_id: organization, published_at } = row;
    const target = `event:${row.source_id}:${row.id}`;
    await this.record(caller, target, organization);
    if (!isManaging(this.directory.roleIn(caller, organization))) return { openedBy: null };
    const since = columnToIso(published_at).slice(0, 10);
    const statement = openingsStatement({ organization, target, since, except: caller.actor ?? caller.id });
    const rows = await this.clickhouse.rowsNow(OpeningRow, statement);
    return {
      openedBy: rows.map(({ email, role, at }) => ({
        email: email === '' ? null : email,
        role: role === '' ? null : role,
        at: columnToIso(at),
      })),
    };
  }

  /** The entry's id is derived from person, event and hour, so that the audit log stores repeated entries only once. */
  private async record(caller: Caller, target: string, organization: number): Promise<void> {
    const id = idInHour(Math.floor(Date.now() / HOUR), `${caller.actor ?? 0} ${caller.id} ${target}`);
    audited({ id, targets: [target], rowsOf: new Map([[organization, 1]]) });
    if (this.recorded.has(id)) {
      currentCall()?.leaveToHandler();
      return;
    }
    await this.trail.beforeChange();
    if (this.recorded.size >= MAX_RECORDED) this.recorded = new Set();
    this.recorded.add(id);
  }
}

/** A UUIDv7 with the start of the hour as its time. Its other bits are a hash. */
function idInHour(hour: number, text: string): string {
  const time = (hour * HOUR).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(`${hour} ${text}`).digest('hex');
  return [time.slice(0, 8), time.slice(8), `7${hash.slice(0, 3)}`, `8${hash.slice(3, 6)}`, hash.slice(6, 18)].join('-');
}

/** @param since - the day on which the event arrived. No opening is earlier. */
const openingsStatement = ({
  organization,
  target,
  since,
  except,
}: {
  organization: number;
  target: string;
  since: string;
  except: number;
}): Statement => ({
  sql: `SELECT argMax(actor_email, time) AS email, argMax(JSONExtractString(entry, 'actor', 'role'), time) AS role,
      toString(max(time)) AS at
    FROM audit WHERE chain = ${organization} AND audit.day >= '${since}' AND has(targets, {target:String})
      AND action IN ('event.open', 'event.reveal') AND outcome = 'done' AND actor_id != ${except}
    GROUP BY actor_id ORDER BY at DESC LIMIT ${MAX_OPENINGS}`,
  params: { target },
});
