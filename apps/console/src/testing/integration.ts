import { DEFAULT_QUOTA } from '@portico/contracts/common/trust';
import type { Integration } from '@portico/contracts/http/integrations';

export const integrationOf = (id: number, change: Partial<Integration> = {}): Integration => ({
  id,
  name: `Payroll ${id}`,
  displayName: null,
  externalRefId: null,
  description: null,
  instanceUrl: 'https://payroll.test',
  active: true,
  integrationType: 'other',
  accountId: null,
  region: null,
  organization: { id: 4, name: 'Northwind' },
  organizationId: 4,
  trust: 'observe',
  quota: DEFAULT_QUOTA,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...change,
});
