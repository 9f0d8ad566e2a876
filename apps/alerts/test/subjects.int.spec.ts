import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import {
  type Episode,
  type EpisodeDetail,
  type EpisodeKinds,
  MAX_SUBJECT_EPISODES,
} from '@portico/contracts/http/episodes';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, randomFrom, read, SEED } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type AlertsStack, readUntil, startAlertsStack } from './alerts.ts';

jest.setTimeout(180_000);

const MINUTE = 60_000;
const START = Date.now() - 120 * MINUTE;
const FURTHER = 12;
/** Timeout in milliseconds for opening a thousand episodes on a busy machine. */
const MANY = 90_000;
let stack: AlertsStack;
let admin: Call;
let events: Call;

const about = (subject: string, event_name: string, minute: number, changes: Partial<IntegrationEvent> = {}) =>
  integrationEvent({
    event_name,
    timestamp: new Date(START + minute * MINUTE).toISOString(),
    details: { message: `File ${minute} of ${subject}`, ...(subject && { subject }) },
    ...changes,
  });
const failure = (subject: string, name: string, minute: number, changes: Partial<IntegrationEvent> = {}) =>
  about(subject, name, minute, { result: 'FAILURE', severity_text: 'ERROR', ...changes });
const ofBanking = { source_id: 2, organization_id: 2 };

const episodesOf = (name: string, isRight: (page: Page<Episode>) => boolean, state = 'live'): Promise<Page<Episode>> =>
  readUntil<Page<Episode>>(admin, `/episodes?event=${name}&state=${state}&limit=100`, isRight);
const listed = ({ events: filter }: Episode): Promise<EventList> =>
  read(events, `/events?limit=1&${new URLSearchParams(filter).toString()}`);
/** Waits until the episode has `count` failures and checks that its event list has the same number. */
const expectCounted = async ({ id }: Episode, count: number): Promise<void> => {
  const kinds = await readUntil<EpisodeKinds>(admin, `/episodes/${id}/kinds`, (one) => one.count === count);
  expect((await listed(await read<EpisodeDetail>(admin, `/episodes/${id}`))).count).toBe(kinds.count);
};

beforeAll(async () => {
  stack = await startAlertsStack({ withEvents: true });
  admin = await stack.furnish();
  events = await stack.eventsAs('ADMIN');
  await stack.publisher.integration(1, { name: 'payroll', episodesBySubject: true });
  await stack.publisher.integration(2, { name: 'banking', organizationId: 2, episodesBySubject: true });
  // A service that has read this last state has also read all earlier states.
  await stack.publisher.integration(3, { name: 'known' });
  await eventually(async () => JSON.stringify((await events('GET', '/events')).body).includes('known'), 60_000);
});
afterAll(() => stack?.stop());

describe('episodes by subject', () => {
  it('are separate for each failing subject, each with a matching event list', async () => {
    await stack.publisher.publish(
      failure('order 1', 'two', 10),
      failure('order 1', 'two', 12),
      failure('order 2', 'two', 10),
      about('order 2', 'two', 11),
      about('order 3', 'two', 13),
      failure('', 'two', 14),
    );
    const { data } = await episodesOf('two', ({ count }) => count === 2);
    const [one, none] = ['order 1', ''].map((subject) => data.find((episode) => episode.subject === subject));
    if (!one || !none) throw new Error('no episode');
    expect(one).toMatchObject({ state: 'open', furtherSubjects: null, events: { subject: 'order 1' } });
    await expectCounted(one, 2);
    await expectCounted(none, 1);
    expect(await read<EpisodeDetail>(admin, `/episodes/${one.id}`)).toMatchObject({ bySubject: true });
    const { data: some } = await read<Page<Episode>>(admin, '/episodes?event=two&subject=order%201');
    expect(some.map(({ id }) => id)).toEqual([one.id]);
    await stack.publisher.publish(about('order 1', 'two', 20));
    await episodesOf('two', (page) => page.data.some(({ id, state }) => id === one.id && state === 'recovering'));
    const still = (await read<Page<Episode>>(admin, '/episodes?event=two')).data.find(({ id }) => id === none.id);
    expect(still?.state).toBe('open');
  });

  it('are open exactly for the subjects whose newest result is a failure', async () => {
    const random = randomFrom(SEED);
    const subjects = Array.from({ length: 20 }, (_, index) => `employee ${index}`);
    const published = subjects.flatMap((subject) =>
      Array.from({ length: 1 + Math.floor(random() * 6) }, (_, index) => {
        const minute = Math.floor(random() * 50) + index * 0.01;
        return random() < 0.5 ? failure(subject, 'random', minute) : about(subject, 'random', minute);
      }),
    );
    await stack.publisher.publish(...published.toSorted(() => random() - 0.5));
    const failing = subjects.filter((subject) => {
      const own = published.filter(({ details }) => details['subject'] === subject);
      return own.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1))[0]?.result === 'FAILURE';
    });
    await eventually(async () => {
      const { data } = await read<Page<Episode>>(admin, '/episodes?state=open&event=random&limit=100');
      expect(new Set(data.map(({ subject }) => subject))).toEqual(new Set(failing));
      return true;
    });
  });

  it('combine the subjects above the limit in one episode, which recovers when the last of these subjects recovers', async () => {
    const subjects = Array.from({ length: MAX_SUBJECT_EPISODES + FURTHER }, (_, index) => `order ${index}`);
    const path = '/episodes?event=many&subject=none';
    await stack.publisher.publish(...subjects.map((subject) => failure(subject, 'many', 30, ofBanking)));
    const isFull = ({ data }: Page<Episode>) => data[0]?.furtherSubjects === FURTHER;
    const full = await readUntil<Page<Episode>>(admin, path, isFull, MANY);
    const [rest] = full.data;
    if (!rest) throw new Error('no episode');
    expect(full.count).toBe(1);
    expect((await episodesOf('many', () => true)).count).toBe(MAX_SUBJECT_EPISODES + 1);
    expect(rest).toMatchObject({
      subject: null,
      state: 'open',
      firstFailureAt: new Date(START + 30 * MINUTE).toISOString(),
    });
    await expectCounted(rest, subjects.length);

    const own = new Set<string | null>();
    for (let offset = 0; offset <= MAX_SUBJECT_EPISODES; offset += 100) {
      const page = await read<Page<Episode>>(admin, `/episodes?event=many&limit=100&offset=${offset}`);
      for (const { subject } of page.data) own.add(subject);
    }
    const further = subjects.filter((subject) => !own.has(subject));
    expect(further).toHaveLength(FURTHER);
    await stack.publisher.publish(...further.slice(1).map((subject) => about(subject, 'many', 40, ofBanking)));
    await readUntil<Page<Episode>>(
      admin,
      path,
      ({ data }) => data[0]?.furtherSubjects === 1 && data[0].state === 'open',
    );
    await stack.publisher.publish(about(further[0] ?? '', 'many', 40, ofBanking));
    await readUntil<Page<Episode>>(admin, path, ({ data }) => data[0]?.state === 'recovering');
  });

  it('end when the integration disables subjects, after which each kind of event has one episode', async () => {
    await stack.publisher.integration(1, { name: 'payroll' });
    await episodesOf('two', ({ count }) => count === 0);
    const { data } = await read<Page<Episode>>(admin, '/episodes?event=two&state=over');
    expect(data.map(({ closeReason }) => closeReason)).toContain('regrouped');
    await stack.publisher.integration(3, { name: 'known again' });
    await eventually(async () => JSON.stringify((await events('GET', '/events')).body).includes('known again'), 60_000);
    await stack.publisher.publish(failure('order 1', 'two', 50), failure('order 9', 'two', 51));
    const [one] = (await episodesOf('two', ({ count }) => count === 1)).data;
    expect(one).toMatchObject({ subject: null, furtherSubjects: null });
  });
});
