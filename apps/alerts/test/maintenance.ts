import { expect } from '@jest/globals';
import type { Maintenance, MaintenanceTimes } from '@portico/contracts/http/maintenance';
import type { Call } from '@portico/testkit';

export const HOUR = 3_600_000;

/** The times of a window that began two hours ago, before the failures of the tests, and ends `milliseconds` from now. */
export const once = (milliseconds = HOUR): MaintenanceTimes => ({
  kind: 'once',
  from: new Date(Date.now() - 2 * HOUR).toISOString(),
  to: new Date(Date.now() + milliseconds).toISOString(),
});
export const nightly: MaintenanceTimes = {
  kind: 'recurring',
  cron: '0 3 * * *',
  timeZone: 'Europe/Berlin',
  minutes: 60,
};
export const reason = 'Database upgrade';
export const plan = async (call: Call, scope: object, when = once()): Promise<Maintenance> => {
  const answer = await call('POST', '/maintenance', { reason, when, ...scope });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as Maintenance;
};
export const ofIntegration = (integrationId: number) => ({ scope: 'integration', integrationId });
export const ofOrganization = (organizationId: number) => ({ scope: 'organization', organizationId });
export const endNow = async (call: Call, { id }: Maintenance): Promise<Maintenance> => {
  const answer = await call('POST', `/maintenance/${id}/end`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as Maintenance;
};
