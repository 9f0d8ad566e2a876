import { Injectable } from '@nestjs/common';
import { identityOf } from '@portico/contracts/events/event-identity';
import type { Uncorrected } from '@portico/contracts/http/rejected-events';
import { type Caller, Problem } from '@portico/service';
import { Directory } from '../directory/directory.ts';
import { ownerOf } from '../directory/owner.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { columnToIso } from '../table/schema/moments.ts';
import { StoredIdentity, storedIdentities } from '../table/stored-events.ts';
import { correctableStatement, UncorrectedRow, uncorrectedStatement } from './uncorrected.query.ts';

/** Lists the integrations whose rejected events wait for a correction. */
@Injectable()
export class UncorrectedService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly directory: Directory,
  ) {}

  /** @throws Problem `unavailable` while ClickHouse does not respond. */
  async list(caller: Caller): Promise<Uncorrected[]> {
    if (!this.schema.isMigrated) throw Problem.unavailable('The rejected events');
    const scope = this.directory.correctionScopeOf(caller);
    const now = Date.now();
    const identities = await this.clickhouse.rowsNow(StoredIdentity, correctableStatement(scope, now));
    const listed = await storedIdentities(this.clickhouse, identities);
    const corrected = identities.filter((identity) => listed.has(identityOf(identity)));
    const rows = await this.clickhouse.rowsNow(UncorrectedRow, uncorrectedStatement(scope, now, corrected));
    return rows
      .filter(({ source_id: id }) => id === 0 || this.directory.integration(id, now) !== undefined)
      .map(({ source_id, count, since, last }) => ({
        ...ownerOf(this.directory, source_id, scope),
        count,
        since: columnToIso(since),
        last_at: columnToIso(last),
      }));
  }
}
