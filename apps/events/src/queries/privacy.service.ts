import { Injectable } from '@nestjs/common';
import {
  type PrivacyTrial,
  type PrivacyTrialResult,
  type RevealRequest,
  TRIAL_EVENTS,
  TRIAL_SAMPLES,
} from '@portico/contracts/http/privacy';
import { redact } from '@portico/contracts/privacy/redact';
import { redactionOf } from '@portico/contracts/privacy/rules';
import { audited, type Caller, Problem, requireAdmin } from '@portico/service';
import { countOrganizations } from '../audit/read-log.ts';
import { Directory, EVERYTHING, includes, isManaging } from '../directory/directory.ts';
import { ByteTurns } from '../judge/byte-turns.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { ListedEvent, shown, toRowText } from '../table/read-rows.ts';
import { columnToIso } from '../table/schema/moments.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { OneEvent } from './one-event.ts';
import { listEventsStatement } from './paging/list-events.query.ts';

/**
 * Replaces hashes in a preview of rules. A hash with the key of the saved rules would let the caller test whether a hidden value equals a
 * known value.
 */
const UNHASHED = () => 'hash:…';

/** Previews the effect of privacy rules, and reveals hidden values. */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly directory: Directory,
    private readonly authorized: AuthorizedFilter,
    private readonly events: OneEvent,
  ) {}

  /** @throws Problem `not_found` if the caller may not see the organization, `forbidden` if the caller may not save the rules. */
  async try({ organizationId, rules }: PrivacyTrial, caller: Caller): Promise<PrivacyTrialResult> {
    if (organizationId === null) requireAdmin(caller);
    else if (!includes(this.directory.scopeOf(caller), organizationId)) throw Problem.notFound('The organization');
    else this.requireManager(caller, organizationId);
    const requested = organizationId === null ? {} : { organizations: [organizationId] };
    const { filter, view } = this.authorized.of(caller, requested);
    const page = { limit: TRIAL_EVENTS, offset: 0 };
    const rows = await this.clickhouse.rowsNow(ListedEvent, listEventsStatement(filter, page));
    audited({ rowsOf: countOrganizations(rows.map(({ organization_id }) => organization_id)) });
    const redaction = redactionOf(rules, UNHASHED);
    const counts = new Map<string, number>();
    const samples: PrivacyTrialResult['samples'] = [];
    if (redaction === null) return { events: rows.length, counts: [], samples };
    const turns = new ByteTurns();
    for (const row of rows) {
      const before = shown(row, view).details;
      const { details: after, hidden } = redact(before, redaction);
      for (const one of hidden) counts.set(one, (counts.get(one) ?? 0) + 1);
      const { event_name, timestamp } = row;
      if (hidden.length > 0 && samples.length < TRIAL_SAMPLES)
        samples.push({ event_name, timestamp: columnToIso(timestamp), before, after });
      await turns.spend(before.length);
    }
    return { events: rows.length, counts: rules.map(({ hides }) => counts.get(hides) ?? 0), samples };
  }

  /** Returns an `EventRow` as JSON. @throws Problem `not_found` if the caller may not see the event, `forbidden` for non-managers. */
  async reveal({ reason, ...identity }: RevealRequest, caller: Caller): Promise<string> {
    const { row, view } = await this.events.find(identity, caller);
    const { organization_id: organization } = row;
    this.requireManager(caller, organization);
    const { hidden = [] } = shown(row, view);
    const targets = [`event:${row.source_id}:${row.id}`, ...hidden.map((part) => `hidden:${part}`)];
    audited({ reason, targets, rowsOf: new Map([[organization, 1]]) });
    return toRowText(row, this.directory, EVERYTHING);
  }

  private requireManager(caller: Caller, organization: number): void {
    if (!isManaging(this.directory.roleIn(caller, organization)))
      throw Problem.forbidden('Only managers of the organization can do this');
  }
}
