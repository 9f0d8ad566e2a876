import type { Episode, EpisodeDetail, EpisodeEntry, EpisodeKinds } from '@portico/contracts/http/episodes';
import { ago } from './health.ts';

/** Episode number `id`: the event payrun.completed of Northwind's Payroll has failed for 2 h 14 min. */
export const episodeOf = (id: number, change: Partial<Episode> = {}): Episode => {
  const { organizationId = 4, integrationId = 3, eventName = 'payrun.completed', firstFailureAt = ago(134) } = change;
  return {
    id,
    organizationId,
    organization: 'Northwind',
    integrationId,
    integration: 'Payroll',
    eventName,
    subject: null,
    furtherSubjects: null,
    state: 'open',
    openedAt: firstFailureAt,
    firstFailureAt,
    lastFailureAt: ago(1),
    lastSuccessAt: null,
    closesAt: null,
    closedAt: null,
    closeReason: null,
    flaps: 0,
    isFlapping: false,
    acknowledged: null,
    assignee: null,
    note: null,
    mutedUntil: null,
    maintenance: null,
    troubleAt: firstFailureAt,
    impact: null,
    events: {
      where: `organization:#${organizationId} integration:#${integrationId}`,
      event: eventName,
      ...(change.subject && { subject: change.subject }),
      status: 'FAILURE',
      from: firstFailureAt,
      ...(change.closedAt !== undefined && change.closedAt !== null && { to: change.closedAt }),
    },
    canChange: true,
    canOperate: true,
    ...change,
  };
};

/** An episode that recovered, from 9:12 to 11:26. */
export const closedOf = (id: number, change: Partial<Episode> = {}): Episode =>
  episodeOf(id, {
    state: 'closed',
    firstFailureAt: '2026-01-01T09:12:00.000Z',
    lastFailureAt: '2026-01-01T11:26:00.000Z',
    lastSuccessAt: '2026-01-01T11:27:00.000Z',
    closedAt: '2026-01-01T11:32:00.000Z',
    closeReason: 'recovered',
    ...change,
  });

export const entryOf = (id: number, kind: EpisodeEntry['kind'], change: Partial<EpisodeEntry> = {}): EpisodeEntry => ({
  id,
  kind,
  at: ago(134 - id),
  by: null,
  text: null,
  ...change,
});

const TRACE = 'b'.repeat(32);

export const episodeDetailOf = (id: number, change: Partial<EpisodeDetail> = {}): EpisodeDetail => ({
  ...episodeOf(id, change),
  timeline: [entryOf(1, 'opened')],
  firstFailure: { id: 'evt-1', traceId: TRACE, timestamp: ago(134), message: 'Bank rejected the file 4711' },
  settleMinutes: 5,
  threshold: { failures: 3, share: 20, minutes: 10 },
  bySubject: false,
  ...change,
});

export const kindsOf = (change: Partial<EpisodeKinds> = {}): EpisodeKinds => ({
  count: 1_204,
  countIsExact: true,
  sampled: 1_204,
  kinds: [
    {
      template: 'Bank rejected the file <n>',
      count: 1_200,
      example: { id: 'evt-7', traceId: TRACE, timestamp: ago(1), message: 'Bank rejected the file 4780' },
    },
  ],
  other: 4,
  ...change,
});
