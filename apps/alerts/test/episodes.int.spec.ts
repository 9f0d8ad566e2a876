import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Episode, EpisodeDetail } from '@portico/contracts/http/episodes';
import { type Call, eventually, read } from '@portico/testkit';
import { type AlertsStack, mark, readUntil, startAlertsStack } from './alerts.ts';

jest.setTimeout(90_000);

const MINUTE = 60_000;
const NOON = Date.now() - 60 * MINUTE;
let stack: AlertsStack;
let admin: Call;
let manager: Call;
let viewer: Call;
let stranger: Call;

beforeAll(async () => {
  stack = await startAlertsStack();
  admin = await stack.furnish();
  [manager, viewer, stranger] = await Promise.all([
    stack.as('CLIENT', 6),
    stack.as('CLIENT', 5),
    stack.as('CLIENT', 7),
  ]);
});
afterAll(() => stack?.stop());

const of = (event: string, state = 'live'): string => `/episodes?event=${event}&state=${state}`;
/** Opens an episode for an event name and returns the episode as the administrator sees it. */
const fails = async (event: string, failure = NOON): Promise<Episode> => {
  await stack.activity(mark({ failure }, { event_name: event }));
  const { data } = await readUntil<Page<Episode>>(admin, of(event), (page) => page.data.length === 1);
  const [episode] = data;
  if (!episode) throw new Error('no episode');
  return episode;
};

describe('an episode', () => {
  it('opens with a failure, recovers with a success, and reopens with another failure', async () => {
    const episode = await fails('a.flap');
    expect(episode).toMatchObject({
      state: 'open',
      organization: 'Acme',
      integration: 'payroll',
      firstFailureAt: new Date(NOON).toISOString(),
      flaps: 0,
      events: { event: 'a.flap', status: 'FAILURE', where: 'integration:#1 organization:#1' },
    });
    await stack.activity(mark({ failure: NOON, success: NOON + MINUTE }, { event_name: 'a.flap' }));
    await readUntil<EpisodeDetail>(admin, `/episodes/${episode.id}`, ({ state }) => state === 'recovering');
    await stack.activity(mark({ failure: NOON + 2 * MINUTE }, { event_name: 'a.flap' }));
    const again = await readUntil<EpisodeDetail>(admin, `/episodes/${episode.id}`, ({ state }) => state === 'open');
    expect(again).toMatchObject({ flaps: 1, lastSuccessAt: new Date(NOON + MINUTE).toISOString() });
    expect(again.timeline.map(({ kind }) => kind)).toEqual(['opened', 'recovering', 'reopened']);
  });

  it('ends with the next success if the integration has no recovery time', async () => {
    expect((await manager('PUT', '/episodes/integrations/1/settling', { minutes: 0 })).status).toBe(200);
    const episode = await fails('b.once');
    await stack.activity(mark({ success: NOON + MINUTE }, { event_name: 'b.once' }));
    const over = await readUntil<EpisodeDetail>(admin, `/episodes/${episode.id}`, ({ state }) => state === 'closed');
    expect(over).toMatchObject({ closedAt: new Date(NOON + MINUTE).toISOString(), closeReason: 'recovered' });
    expect((await manager('PUT', '/episodes/integrations/1/settling', { minutes: 5 })).status).toBe(200);
  });

  it('does not open for a failure older than the last known success, and ignores repeated deliveries', async () => {
    await stack.activity(mark({ success: NOON }, { event_name: 'c.late' }));
    await stack.activity(mark({ failure: NOON - MINUTE }, { event_name: 'c.late' }));
    const { id } = await fails('c.barrier');
    for (let time = 0; time < 3; time += 1) await stack.activity(mark({ failure: NOON }, { event_name: 'c.barrier' }));
    await fails('c.barrier2');
    expect(await read<Page<Episode>>(admin, of('c.late'))).toMatchObject({ count: 0 });
    const detail = await read<EpisodeDetail>(admin, `/episodes/${id}`);
    expect(detail.timeline.map(({ kind }) => kind)).toEqual(['opened']);
  });

  it('ends when its integration is deleted and does not open again', async () => {
    await stack.publisher.integration(40, { name: 'gone' });
    const key = { source_id: 40, event_name: 'd.deleted' };
    await stack.activity(mark({ failure: NOON }, key));
    const { data } = await readUntil<Page<Episode>>(admin, of('d.deleted'), ({ count }) => count === 1);
    await stack.publisher.integration(40, { name: 'gone', deletedAt: new Date().toISOString() });
    const id = data[0]?.id;
    const over = await readUntil<EpisodeDetail>(admin, `/episodes/${id}`, ({ state }) => state === 'closed');
    expect(over.closeReason).toBe('integration_deleted');
    await stack.activity(mark({ failure: NOON + MINUTE }, key));
    await fails('d.barrier');
    expect(await read<Page<Episode>>(admin, of('d.deleted'))).toMatchObject({ count: 0 });
  });
});

describe('access to an episode', () => {
  // spec: D.71
  it('is limited to administrators and members', async () => {
    const { id } = await fails('e.rights');
    expect(await read<Episode>(viewer, `/episodes/${id}`)).toMatchObject({ canChange: false, canOperate: false });
    expect((await read<Episode>(manager, `/episodes/${id}`)).canChange).toBe(true);
    expect((await stranger('GET', `/episodes/${id}`)).status).toBe(404);
    expect(await read<Page<Episode>>(stranger, of('e.rights'))).toMatchObject({ count: 0 });
    for (const [call, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const) {
      expect((await call('POST', `/episodes/${id}/acknowledge`)).status).toBe(status);
      expect((await call('POST', `/episodes/${id}/note`, { note: 'x' })).status).toBe(status);
      expect((await call('PUT', '/episodes/integrations/1/settling', { minutes: 1 })).status).toBe(status);
    }
  });

  // spec: D.72
  it('lets an operator of the organization assign, annotate and mute it', async () => {
    await stack.publisher.user(9, { name: 'Otto Operator' });
    await stack.publisher.membership(9, { userId: 9, organizationId: 1, role: 'operator' });
    const { id } = await fails('e.operated');
    const operator = await stack.as('CLIENT', 9);
    await eventually(async () => (await read<Episode>(operator, `/episodes/${id}`)).canOperate);
    expect((await operator('PUT', '/episodes/integrations/1/settling', { minutes: 1 })).status).toBe(403);
    const until = new Date(Date.now() + 60 * MINUTE).toISOString();
    expect((await operator('POST', `/episodes/${id}/acknowledge`)).body).toMatchObject({
      acknowledged: { by: { id: 9 } },
    });
    expect((await operator('POST', `/episodes/${id}/note`, { note: 'Called' })).body).toMatchObject({ note: 'Called' });
    expect((await operator('POST', `/episodes/${id}/mute`, { until })).body).toMatchObject({ mutedUntil: until });
    expect((await viewer('POST', `/episodes/${id}/mute`, { until })).status).toBe(403);
  });

  // spec: D.71
  it('ends when the membership ends', async () => {
    await stack.publisher.user(8, { name: 'Rita Removed' });
    await stack.publisher.membership(8, { userId: 8, organizationId: 1 });
    const { id } = await fails('f.removed');
    const removed = await stack.as('CLIENT', 8);
    await eventually(async () => (await removed('GET', `/episodes/${id}`)).status === 200);
    await stack.publisher.membership(8, { userId: 8, organizationId: 1, deletedAt: new Date().toISOString() });
    await eventually(async () => (await removed('GET', `/episodes/${id}`)).status === 404);
  });
});

describe('a request about episodes', () => {
  it('is recorded once in the timeline if it changes an episode', async () => {
    const { id } = await fails('g.taken');
    expect((await manager('POST', `/episodes/${id}/acknowledge`)).body).toMatchObject({
      state: 'open',
      acknowledged: { by: { id: 6, name: 'Mara Manager' } },
    });
    await manager('POST', `/episodes/${id}/acknowledge`);
    await manager('POST', `/episodes/${id}/assign`, { userId: 5 });
    await manager('POST', `/episodes/${id}/note`, { note: 'The bank knows' });
    const detail = await read<EpisodeDetail>(viewer, `/episodes/${id}`);
    expect(detail).toMatchObject({ assignee: { id: 5, name: 'Vera Viewer' }, note: 'The bank knows', state: 'open' });
    expect(detail.timeline.map(({ kind }) => kind)).toEqual(['opened', 'acknowledged', 'assigned', 'noted']);
    await manager('PUT', '/episodes/integrations/1/settling', { minutes: 0 });
    await stack.activity(mark({ success: NOON + MINUTE }, { event_name: 'g.taken' }));
    await readUntil<Episode>(admin, `/episodes/${id}`, ({ state }) => state === 'closed');
    await manager('PUT', '/episodes/integrations/1/settling', { minutes: 5 });
    expect(await manager('POST', `/episodes/${id}/acknowledge`)).toMatchObject({
      status: 409,
      body: { code: 'already_closed', message: 'The episode is already over: its state is closed' },
    });
    expect((await manager('POST', `/episodes/${id}/note`, { note: null })).status).toBe(200);
  });

  it.each([
    ['muting until a time in the past', 'mute', { until: '2020-01-01T00:00:00Z' }, '/until'],
    ['muting for 31 days', 'mute', { until: new Date(Date.now() + 31 * 24 * 60 * MINUTE).toISOString() }, '/until'],
    ['muting until "tomorrow"', 'mute', { until: 'tomorrow' }, '/until'],
    ['assigning a user who is not a member', 'assign', { userId: 7 }, '/userId'],
    ['a note that is too long', 'note', { note: 'x'.repeat(2_001) }, '/note'],
  ])('is rejected for %s', async (_what, verb, body, pointer) => {
    const { id } = await fails('h.bad');
    expect(await manager('POST', `/episodes/${id}/${verb}`, body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', faults: [{ pointer }] },
    });
  });

  it('is rejected for an unknown value of the `state` filter', async () => {
    expect((await admin('GET', '/episodes?state=broken')).status).toBe(400);
  });
});
