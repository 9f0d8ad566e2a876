import { fold } from '@portico/contracts/common/fold';
import { describe, expect, it } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Directory, ofOrganizations } from '../../directory/directory.ts';
import { AcceptedEvent } from '../../judge/accepted-event.ts';
import { matches } from './predicate.ts';
import { resolveFilter } from './resolve.ts';
import type { ResolvedQuery } from './resolved-query.ts';
import { toCondition } from './sql.ts';

const directory = new Directory();
directory.applyIntegration({ id: 1, version: 1, deletedAt: null, name: 'payroll', active: true, organizationId: 1 });
directory.applyIntegration({ id: 2, version: 1, deletedAt: null, name: 'payroll', active: true, organizationId: 2 });

const accepted = (event: IntegrationEvent): AcceptedEvent =>
  new AcceptedEvent(event, { partition: 0, offset: 0 }, 0, 0, '{}');
const finds = (query: string, message: string): boolean => {
  const event = integrationEvent({ details: { message } });
  return matches(resolveFilter({ query }, 'every', directory), accepted(event));
};

describe('case folding', () => {
  it.each([
    ['straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['\u212A', 'k'],
    ['ÀÉ', 'àé'],
    ['Caf\u00e9', 'CAFE\u0301'],
    ['\u03b1\u0345\u0301', '\u1fb4'],
  ])('folds %s and %s to the same text', (a, b) => expect(fold(a)).toBe(fold(b)));
});

describe('the filter', () => {
  it.each([
    ['employees', 'Paid 12 Employees', true],
    ['100%', 'at 100% of it', true],
    ['100%', 'at 1000 of it', false],
    ['a_b', 'a_b', true],
    ['a_b', 'axb', false],
    [String.raw`c:\temp`, String.raw`C:\Temp\x`, true],
    ["O'Neil", "o'neil & sons", true],
    ['0123456789AB', 'anything', true],
  ])('finds %j in the message %j: %j', (query, message, expected) => expect(finds(query, message)).toBe(expected));

  it("restricts a filter to the caller's scope", () => {
    const few = ofOrganizations([2, 3]);
    expect(resolveFilter({ organizations: [1, 2] }, few, directory).scope).toEqual(ofOrganizations([2]));
    expect(resolveFilter({}, few, directory).scope).toBe(few);
    expect(resolveFilter({ organizations: [1] }, 'every', directory).scope).toEqual(ofOrganizations([1]));
    expect(resolveFilter({}, 'every', directory).scope).toBe('every');
  });

  it('matches events of an individually permitted integration only in the organization of the permission', () => {
    const scope = {
      ...ofOrganizations([3]),
      integrations: new Map([
        [1, 1],
        [2, 1],
        [4, 2],
      ]),
    };
    const { where } = toCondition(resolveFilter({}, scope, directory));
    expect(where).toBe(
      '(organization_id IN (3) OR organization_id = 1 AND source_id IN (1, 2) OR organization_id = 2 AND source_id IN (4))',
    );
    const filter = resolveFilter({ organizations: [1] }, scope, directory);
    expect(toCondition(filter).where).toBe('organization_id = 1 AND source_id IN (1, 2)');
    const sees = (source_id: number, organization_id: number): boolean =>
      matches(filter, accepted(integrationEvent({ source_id, organization_id })));
    expect([sees(1, 1), sees(2, 1), sees(3, 1), sees(1, 2), sees(1, 3)]).toEqual([true, true, false, false, false]);
  });

  it('looks up the ids of a name pattern once for all terms and requests', () => {
    const filter = { where: 'integration:pay* (integration:PAY* OR status:FAILURE)' };
    const idsOf = (query: ResolvedQuery | undefined): unknown =>
      query?.kind === 'or' ? idsOf(query.of[0]) : query?.kind === 'ids' && query.ids;
    const [one, other] = resolveFilter(filter, 'every', directory).where;
    expect(idsOf(one)).toEqual(new Set([1, 2]));
    expect(idsOf(other)).toBe(idsOf(one));
    expect(idsOf(resolveFilter(filter, ofOrganizations([1]), directory).where[0])).toBe(idsOf(one));
  });

  it("looks up names only among the caller's integrations if the names match too many integrations", () => {
    const crowded = new Directory();
    for (let id = 1; id <= 25_001; id += 1)
      crowded.applyIntegration({
        id,
        version: 1,
        deletedAt: null,
        name: `crew ${id}`,
        active: true,
        organizationId: 2,
      });
    crowded.applyIntegration({ id: 7, version: 2, deletedAt: null, name: 'crew 7', active: true, organizationId: 1 });
    const few = { where: 'integration:crew* -integration:(*e* OR x)' };
    const { where } = toCondition(resolveFilter(few, ofOrganizations([1]), crowded));
    expect(where).toBe('organization_id IN (1) AND source_id IN (7) AND NOT (source_id IN (7) OR false)');
    const message = expect.stringContaining('too many integrations');
    for (const scope of ['every', ofOrganizations([2])] as const)
      expect(() => resolveFilter(few, scope, crowded)).toThrow(expect.objectContaining({ message }));
    expect(() => resolveFilter({ where: 'integration:crew*' }, 'every', crowded)).not.toThrow();
    expect(toCondition(resolveFilter({ where: '-integration:*' }, 'every', crowded)).where).toBe('NOT true');
  });

  it('resolves the name of an integration to ids, and an unknown name to no id', () => {
    expect(toCondition(resolveFilter({ integration: 'payroll' }, 'every', directory)).where).toBe(
      'source_id IN (1, 2)',
    );
    expect(toCondition(resolveFilter({ integration: 'x' }, 'every', directory)).where).toBe('false');
    expect(toCondition(resolveFilter({}, ofOrganizations([]), directory)).where).toBe('false');
    expect(toCondition(resolveFilter({}, 'every', directory)).where).toBe('true');
  });
});
