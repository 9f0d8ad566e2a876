import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { NO_DERIVED } from '@portico/contracts/query/fields';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Directory } from '../../directory/directory.ts';
import { AcceptedEvent } from '../../judge/accepted-event.ts';
import { withinLimits, withinLimitsNow } from './within-limits.ts';

const USED_UP_AT = 1_000;
let directory: Directory;
const integration = (name: string, version = 1): void =>
  directory.applyIntegration({ id: 1, version, deletedAt: null, name, active: true, organizationId: 1 });
const useUp = (where: string, hard = true): void =>
  directory.limits.apply(
    {
      id: 5,
      version: 1,
      deletedAt: null,
      organizationId: 1,
      lookupKey: 'payments',
      name: 'Payments',
      usedCount: 3,
      allowedCount: 3,
      active: true,
      period: { startsAt: '2026-11-01T00:00:00.000Z', endsAt: '9999-12-01T00:00:00.000Z', where, hard },
    },
    USED_UP_AT,
  );
const codeOf = (event: Partial<IntegrationEvent> = {}, publishedAt = USED_UP_AT): string | null => {
  const accepted = new AcceptedEvent(integrationEvent(event), { partition: 0, offset: 0 }, publishedAt, 0, '{}');
  const verdict = withinLimits(accepted, directory);
  return verdict.ok ? null : verdict.rejection.code;
};
const OVER = 'over_entitlement';

beforeEach(() => {
  directory = new Directory();
  integration('payroll');
});

describe('an event of an organization that used up a hard entitlement', () => {
  it.each<[string, Partial<IntegrationEvent>, string | null]>([
    ['', {}, OVER],
    ['status:SUCCESS', { result: 'SUCCESS' }, OVER],
    ['status:SUCCESS', { result: 'FAILURE' }, null],
    ['event:payrun.completed', { event_name: 'payrun.failed' }, null],
    ['integration:payroll', {}, OVER],
    ['', { organization_id: 2 }, null],
    ['(', {}, null],
    ['a_field_of_tomorrow:x', {}, null],
  ])(
    'is rejected only if it matches the query of the entitlement (query %j, event %j, rejection %j)',
    (where, event, code) => {
      useUp(where);
      expect(codeOf(event)).toBe(code);
    },
  );

  it('is accepted if it arrived before the entitlement was used up, or if the entitlement is soft', () => {
    useUp('');
    expect(codeOf({}, USED_UP_AT - 1)).toBeNull();
    expect(codeOf({}, USED_UP_AT + 1)).toBe(OVER);
    directory = new Directory();
    useUp('', false);
    expect(codeOf()).toBeNull();
  });

  it('matches a query by the current name of its integration, not by an earlier name', () => {
    useUp('integration:payroll');
    expect(codeOf()).toBe(OVER);
    integration('banking', 2);
    expect(codeOf()).toBeNull();
  });

  it('is rejected by the check before publishing', () => {
    const event = integrationEvent();
    const verdict = { ok: true as const, event, moment: 0, details: '{}', derived: NO_DERIVED, hasOwnTime: true };
    expect(withinLimitsNow(verdict, directory)).toBe(verdict);
    useUp('');
    expect(withinLimitsNow(verdict, directory)).toEqual({
      ok: false,
      rejection: { code: OVER, reason: 'the organization has used all that Payments allows', pointer: '' },
    });
  });
});
