import type { Maintenance } from '@portico/contracts/http/maintenance';
import { ago } from './health.ts';

/** Maintenance of Northwind's Payroll, which began 20 minutes ago and ends in 100 minutes. */
export const maintenanceOf = (id: number, change: Partial<Maintenance> = {}): Maintenance => ({
  id,
  scope: 'integration',
  organizationId: 4,
  organization: 'Northwind',
  integrationId: 3,
  integration: 'Payroll',
  reason: 'Database upgrade',
  when: { kind: 'once', from: ago(20), to: ago(-100) },
  state: 'current',
  next: [{ from: ago(20), to: ago(-100) }],
  endedEarlyAt: null,
  createdBy: 'Grace Hopper',
  createdAt: ago(600),
  mayChange: true,
  ...change,
});
