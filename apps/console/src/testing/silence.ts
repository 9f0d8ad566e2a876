import type { Liveness, Silence } from '@portico/contracts/http/silence';
import { ago } from './health.ts';

/** The liveness of Northwind's Payroll, which sends events as expected. */
export const livenessOf = (integrationId: number, change: Partial<Liveness> = {}): Liveness => ({
  integrationId,
  integration: 'Payroll',
  organizationId: 4,
  organization: 'Northwind',
  state: 'regular',
  since: ago(600),
  lastArrivalAt: ago(3),
  expected: 0.4,
  quietAt: ago(-60),
  dueAt: ago(-120),
  pausedUntil: null,
  maintenance: null,
  canChange: true,
  ...change,
});

/** A weekly profile with ten events per working hour, and a peak on Tuesdays at 9:00. */
export const PROFILE = Array.from({ length: 168 }, (_, slot) => {
  const hour = slot % 24;
  if (slot >= 120 || hour < 8 || hour >= 18) return 0;
  return slot === 33 ? 14 : 10;
});

export const silenceOf = (integrationId: number, change: Partial<Silence> = {}): Silence => ({
  ...livenessOf(integrationId),
  zone: 'Europe/Berlin',
  profile: PROFILE,
  threshold: 24,
  learnedAt: ago(300),
  expectation: { kind: 'learned' },
  normal: [],
  version: 3,
  ...change,
});
