import { Injectable } from '@nestjs/common';
import {
  FAILING_FROM,
  type EventProblems,
  type Failing,
  type RejectedLately,
} from '@portico/contracts/http/event-health';
import { type Caller, callerIsAdmin } from '@portico/service';
import { identityOf } from '@portico/contracts/events/event-identity';
import { Directory, permits, type Scope } from '../directory/directory.ts';
import { ownerOf } from '../directory/owner.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { isTooMuchToRead } from '../table/clickhouse/errors.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { StoredIdentity, storedIdentities } from '../table/stored-events.ts';
import { columnToIso } from '../table/schema/moments.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import {
  failureRunsStatement,
  FailureRun,
  RejectedRun,
  rejectedIdentitiesStatement,
  rejectedRunsStatement,
  runInHours,
  Suspect,
  suspectsStatement,
} from './health/problems.query.ts';

const toIso = (moment: number): string => new Date(moment).toISOString();

/** What is wrong now: integrations that fail, and events that are rejected. */
@Injectable()
export class ProblemsService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly authorized: AuthorizedFilter,
    private readonly directory: Directory,
  ) {}

  /** @throws Problem `unavailable` while ClickHouse cannot answer. */
  async list(caller: Caller): Promise<EventProblems> {
    const { filter, scope } = this.authorized.of(caller, {});
    const now = Date.now();
    const [failing, rejected] = await Promise.all([
      this.failing(filter, scope, now),
      callerIsAdmin(caller) ? this.rejected(now) : [],
    ]);
    return { failing, rejected };
  }

  private async failing(filter: ResolvedFilter, scope: Scope, now: number): Promise<Failing[]> {
    const suspects = await this.clickhouse.rowsNow(Suspect, suspectsStatement(filter, now));
    if (suspects.length === 0) return [];
    const runs = await this.failureRuns(suspects, filter);
    const failing = runs.flatMap(({ source_id, count, since, last, event_name }) => {
      const suspect = suspects.find((one) => one.source_id === source_id);
      if (count < FAILING_FROM) return [];
      const integration = this.directory.integration(source_id, now);
      if (!integration?.active) return [];
      const { organizationId } = integration;
      // One that was moved to another organization since is no longer the caller's.
      if (scope !== 'every' && (organizationId === null || !permits(scope, organizationId, source_id))) return [];
      return [
        {
          integration_id: source_id,
          integration: integration.name,
          organization_id: organizationId,
          organization: organizationId === null ? null : this.directory.organizationName(organizationId),
          count,
          since: toIso(since),
          isLonger: suspect?.good === 0 && suspect.earlier === 1,
          last_at: toIso(last),
          event_name,
        },
      ];
    });
    return failing.toSorted((a, b) => b.count - a.count || a.integration_id - b.integration_id);
  }

  private async failureRuns(suspects: readonly Suspect[], filter: ResolvedFilter): Promise<FailureRun[]> {
    try {
      const runs = await this.clickhouse.rowsNow(FailureRun, failureRunsStatement(suspects, filter));
      const between = new Map(suspects.map((one) => [one.source_id, one.between]));
      return runs.map((run) => ({ ...run, count: run.count + (between.get(run.source_id) ?? 0) }));
    } catch (error) {
      if (isTooMuchToRead(error)) return suspects.flatMap(runInHours);
      throw error;
    }
  }

  private async rejected(now: number): Promise<RejectedLately[]> {
    const identities = await this.clickhouse.rowsNow(StoredIdentity, rejectedIdentitiesStatement(now));
    const listed = await storedIdentities(this.clickhouse, identities);
    const corrected = identities.filter((identity) => listed.has(identityOf(identity)));
    const runs = await this.clickhouse.rowsNow(RejectedRun, rejectedRunsStatement(now, corrected));
    return runs.map(({ source_id, count, since, last }) => ({
      ...ownerOf(this.directory, source_id),
      count,
      since: columnToIso(since),
      last_at: columnToIso(last),
    }));
  }
}
