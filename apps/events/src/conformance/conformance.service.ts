import { Injectable } from '@nestjs/common';
import type { Conformance } from '@portico/contracts/http/conformance';
import type { Period } from '@portico/contracts/http/event-health';
import { type Caller, Problem } from '@portico/service';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Directory, permits, type Scope } from '../directory/directory.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { unlessTooMuch } from '../table/clickhouse/errors.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { DAY, HOUR } from '../table/schema/buckets.ts';
import {
  DistinctValues,
  distinctValuesStatement,
  listedStatement,
  NameOfAll,
  type Subject,
  Unlisted,
  unlistedStatement,
} from './conformance.query.ts';

const LENGTHS = { '1h': HOUR, '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY } as const satisfies Record<Period, number>;

const toIso = (moment: number): string => new Date(moment).toISOString();

type Listed = Pick<Conformance, 'accepted' | 'onTime' | 'shared' | 'names' | 'others'>;
const TOO_MANY: Listed = { accepted: null, onTime: null, shared: null, names: null, others: null };

/** Reports how well integrations follow the event contract. */
@Injectable()
export class ConformanceService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly directory: Directory,
    private readonly follower: DirectoryFollower,
  ) {}

  /** @throws Problem `not_found` without permission, `unavailable` while ClickHouse does not respond. */
  async of(id: number, period: Period, caller: Caller): Promise<Conformance> {
    if (!this.schema.isMigrated || !this.follower.isCaughtUp) throw Problem.unavailable('The event history');
    const to = Date.now();
    const subject = { id, scope: this.scopeFor(caller, id, to), from: to - LENGTHS[period], to };
    const [listed, unlisted] = await Promise.all([this.listed(subject), this.unlisted(subject)]);
    const published = listed.accepted === null || unlisted === null ? null : listed.accepted + unlisted;
    return { from: toIso(subject.from), to: toIso(to), ...listed, published };
  }

  /**
   * Returns the caller's correction scope, which applies to rejected and accepted events.
   * @throws Problem `not_found` unless the scope contains the integration.
   */
  private scopeFor(caller: Caller, id: number, now: number): Scope {
    const scope = this.directory.correctionScopeOf(caller);
    if (scope === 'every') return scope;
    const organization = this.directory.integration(id, now)?.organizationId ?? null;
    if (organization === null || !permits(scope, organization, id)) throw Problem.notFound('The integration');
    return scope;
  }

  private async listed(subject: Subject): Promise<Listed> {
    const names = await unlessTooMuch(this.clickhouse.rowsNow(NameOfAll, listedStatement(subject)));
    if (names === null) return TOO_MANY;
    const [all] = names;
    return {
      accepted: all?.accepted ?? 0,
      onTime: all?.on_time ?? 0,
      shared: { count: all?.shared ?? 0, first_at: typeof all?.first_at === 'number' ? toIso(all.first_at) : null },
      names: names.map(({ event_name, count }) => ({ event_name, count })),
      others: (all?.names ?? 0) - names.length,
    };
  }

  /** Counts the rejected events that the event list lacks. Returns null if there are too many to distinguish. */
  private async unlisted(subject: Subject): Promise<number | null> {
    const [unlisted] = (await unlessTooMuch(this.clickhouse.rowsNow(Unlisted, unlistedStatement(subject)))) ?? [];
    if (unlisted === undefined) return null;
    if (unlisted.others === 0) return unlisted.ids;
    const [values] =
      (await unlessTooMuch(this.clickhouse.rowsNow(DistinctValues, distinctValuesStatement(subject)))) ?? [];
    return values === undefined ? null : unlisted.ids + values.count;
  }
}
