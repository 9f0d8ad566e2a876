import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IntegrationState } from '@portico/contracts/events/integrations';
import { Directory, ofOrganizations } from './directory.ts';

const integration = (id: number, name: string, organizationId: number | null): IntegrationState => ({
  id,
  version: 1,
  deletedAt: null,
  name,
  active: true,
  organizationId,
});

describe("the directory's names", () => {
  let directory: Directory;

  beforeEach(() => {
    directory = new Directory();
    directory.applyIntegration(integration(10, 'payroll', 1));
    directory.applyIntegration(integration(11, 'banking', 2));
    directory.applyIntegration(integration(12, 'spare', null));
  });

  it('reuses the ids of a pattern until a matching name is added or removed', () => {
    const pay = { parts: ['PAY', ''], isWhole: true };
    const ids = directory.integrations.whose(pay);
    expect(ids).toEqual(new Set([10]));
    expect(directory.integrations.whose({ parts: ['PAY', ''], isWhole: true })).toBe(ids);
    directory.applyIntegration(integration(11, 'wages', 2));
    directory.applyIntegration(integration(10, 'payroll', 2));
    directory.applyOrganization({ id: 3, version: 1, deletedAt: null, name: 'Payers' });
    expect(directory.integrations.whose(pay)).toBe(ids);
    expect(directory.organizations.whose(pay)).toEqual(new Set([3]));
    directory.applyIntegration(integration(11, 'Paying', 2));
    expect(directory.integrations.whose(pay)).toEqual(new Set([10, 11]));
    directory.applyIntegration(integration(10, 'wages', 2));
    expect(directory.integrations.whose(pay)).toEqual(new Set([11]));
    expect(ids).toEqual(new Set([10]));
  });

  it('caches the ids of a limited number of recent patterns', () => {
    const lookUp = (index: number) => directory.integrations.whose({ parts: ['PAY', `${index}`, ''], isWhole: true });
    const [first, second] = [lookUp(0), lookUp(1)];
    for (let index = 2; index < 1_000; index += 1) lookUp(index);
    expect(lookUp(0)).toBe(first);
    lookUp(1_000);
    expect(lookUp(0)).toBe(first);
    expect(lookUp(1)).not.toBe(second);
  });

  it('knows the current and former organizations of an integration', () => {
    const ids = new Set([10, 11, 12]);
    directory.applyIntegration(integration(10, 'payroll', 2));
    directory.applyIntegration(integration(11, 'banking', null));
    expect(directory.integrations.within(ids, ofOrganizations([1]))).toEqual(new Set([10]));
    expect(directory.integrations.within(ids, ofOrganizations([2]))).toEqual(new Set([10, 11]));
    expect(directory.integrations.within(new Set([11]), ofOrganizations([1, 2, 3]))).toEqual(new Set([11]));
  });
});
