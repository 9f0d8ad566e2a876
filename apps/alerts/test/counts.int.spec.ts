import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { Episode, EpisodeDetail, EpisodeKinds } from '@portico/contracts/http/episodes';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, randomFrom, read, SEED } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type AlertsStack, readUntil, startAlertsStack } from './alerts.ts';

jest.setTimeout(120_000);

const MINUTE = 60_000;
const START = Date.now() - 120 * MINUTE;
let stack: AlertsStack;
let admin: Call;
let events: Call;

const event = (event_name: string, minute: number, changes: Partial<IntegrationEvent> = {}): IntegrationEvent =>
  integrationEvent({ event_name, timestamp: new Date(START + minute * MINUTE).toISOString(), ...changes });
const failure = (name: string, minute: number, message = `Bank refused file ${minute}`): IntegrationEvent =>
  event(name, minute, { result: 'FAILURE', severity_text: 'ERROR', details: { message } });

const one = async (name: string, isRight: (episode: Episode) => boolean, state = 'live'): Promise<Episode> => {
  const path = `/episodes?event=${name}&state=${state}`;
  const { data } = await readUntil<Page<Episode>>(admin, path, (page) => page.data.some(isRight));
  const found = data.find(isRight);
  if (!found) throw new Error('no episode');
  return found;
};
/** Reads the event list that an episode links to. */
const listed = (call: Call, { events: filter }: Episode): Promise<EventList> =>
  read(call, `/events?limit=500&${new URLSearchParams(filter).toString()}`);

beforeAll(async () => {
  stack = await startAlertsStack({ withEvents: true });
  admin = await stack.furnish();
  events = await stack.eventsAs('ADMIN');
  await eventually(async () => JSON.stringify((await events('GET', '/events')).body).includes('banking'), 60_000);
});
afterAll(() => stack?.stop());

describe('an episode compared with the list of events', () => {
  it('begins with the first failure after the last success even if events arrived in another order', async () => {
    const first = failure('first.failure', 11);
    await stack.publisher.publish(
      failure('first.failure', 40),
      failure('first.failure', 5),
      first,
      event('first.failure', 10),
      failure('first.failure', 30),
    );
    const episode = await one('first.failure', ({ firstFailureAt }) => firstFailureAt === first.timestamp);
    const detail = await read<EpisodeDetail>(admin, `/episodes/${episode.id}`);
    expect(detail.firstFailure).toMatchObject({ id: first.id, message: 'Bank refused file 11' });
    const list = await listed(events, episode);
    expect(list.data.map(({ timestamp }) => timestamp)).toEqual(
      [40, 30, 11].map((minute) => new Date(START + minute * MINUTE).toISOString()),
    );
  });

  it('has the same number of failures as the list, both while open and after the end', async () => {
    const name = 'kinds.count';
    await stack.publisher.publish(
      ...Array.from({ length: 30 }, (_, index) => failure(name, 20 + index, `Bank refused file ${index}`)),
      ...Array.from({ length: 12 }, (_, index) => failure(name, 20 + index, 'No connection')),
    );
    const last = new Date(START + 49 * MINUTE).toISOString();
    const first = new Date(START + 20 * MINUTE).toISOString();
    const live = await one(name, (episode) => episode.lastFailureAt === last && episode.firstFailureAt === first);
    const kinds = await readUntil<EpisodeKinds>(admin, `/episodes/${live.id}/kinds`, ({ count }) => count === 42);
    expect(kinds).toMatchObject({
      count: (await listed(events, live)).count,
      sampled: 42,
      other: 0,
      kinds: [
        { template: 'Bank refused file #', count: 30, example: { message: 'Bank refused file 29' } },
        { template: 'No connection', count: 12 },
      ],
    });
    await (
      await stack.as('CLIENT', 6)
    )('PUT', '/episodes/integrations/1/settling', { minutes: 0 });
    await stack.publisher.publish(event(name, 60), failure(name, 58), failure(name, 70), event(name, 80));
    const over = await one(name, ({ state, id }) => state === 'closed' && id === live.id, 'over');
    const again = await read<EpisodeKinds>(admin, `/episodes/${over.id}/kinds`);
    expect(again.count).toBe((await listed(events, over)).count);
    expect(again.count).toBeGreaterThanOrEqual(42);
  });

  it("shows a member the same number of failures as the member's list", async () => {
    const episode = await one('kinds.count', () => true, 'over');
    const [member, stranger] = await Promise.all([stack.as('CLIENT', 5), stack.as('CLIENT', 7)]);
    const kinds = await read<EpisodeKinds>(member, `/episodes/${episode.id}/kinds`);
    expect((await listed(await stack.eventsAs('CLIENT', 5), episode)).count).toBe(kinds.count);
    expect((await stranger('GET', `/episodes/${episode.id}/kinds`)).status).toBe(404);
    expect((await listed(await stack.eventsAs('CLIENT', 7), episode)).count).toBe(0);
  });

  it('is trouble for several failures within ten minutes, but not for failures spread over hours', async () => {
    const threshold = { minutes: 0, trouble: { failures: 3, share: 20, minutes: 10 } };
    expect((await admin('PUT', '/episodes/integrations/1/settling', threshold)).status).toBe(200);
    const minutes = Array.from({ length: 8 }, (_, index) => index * 15);
    await stack.publisher.publish(...minutes.map((minute) => failure('history.sparse', minute)));
    await stack.publisher.publish(...[90, 92, 94].map((minute) => failure('history.dense', minute)));
    await one('history.dense', ({ troubleAt }) => troubleAt !== null);
    await one('history.sparse', ({ troubleAt }) => troubleAt === null);
  });

  it('is open exactly for the event names whose newest event failed', async () => {
    const random = randomFrom(SEED);
    const names = Array.from({ length: 20 }, (_, index) => `random.${index}`);
    const published = names.flatMap((name) =>
      Array.from({ length: 1 + Math.floor(random() * 6) }, (_, index) => {
        const minute = Math.floor(random() * 50) + index * 0.01;
        return random() < 0.5 ? failure(name, minute) : event(name, minute);
      }),
    );
    await stack.publisher.publish(...published.toSorted(() => random() - 0.5));
    const failing = names.filter((name) => {
      const own = published.filter(({ event_name }) => event_name === name);
      return own.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1))[0]?.result === 'FAILURE';
    });
    await eventually(async () => {
      const { data } = await read<Page<Episode>>(admin, '/episodes?state=open&limit=100');
      const open = data.map(({ eventName }) => eventName).filter((name) => name.startsWith('random.'));
      expect(open.toSorted()).toEqual(failing.toSorted());
      return true;
    });
  });
});
