import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, caller, eventually, LiveViewer, read, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

jest.setTimeout(120_000);

/** Number of viewers. Resets of all viewers take longer than the interval between two statuses. */
const VIEWERS = 250;
/** Number of users. A user may request only a few lists at once, so the viewers belong to many users. */
const USERS = 125;
const FIRST_USER = 70_900;
const SOON = 60_000;

describe('250 viewers', () => {
  let stack: EventsStack;
  let live: ServiceProcess;
  let ask: Call;
  const viewers: LiveViewer[] = [];
  const shown: string[] = [];

  beforeAll(async () => {
    stack = await startEventsStack();
    const ids = Array.from({ length: USERS }, (_, index) => FIRST_USER + index);
    const tokens = await Promise.all(ids.map((id) => stack.tokens.sign({ id })));
    const other = await stack.start(0, { EVENTS_ROLES: 'ingest,queries' });
    live = await stack.start(undefined, { EVENTS_ROLES: 'live' });
    ask = caller(other.url, await stack.tokens.sign());
    await stack.publisher.integration(1);
    await eventually(async () => (await list()).integrations.length > 0, SOON);
    for (let count = 0; count < VIEWERS / USERS; count += 1)
      for (const token of tokens) viewers.push(new LiveViewer(live.url, token, {}, other.url));
    for (let from = 0; from < VIEWERS; from += 50)
      await Promise.all(viewers.slice(from, from + 50).map((viewer) => viewer.open()));
  });
  afterAll(async () => {
    for (const viewer of viewers) viewer.close();
    await stack?.stop();
  });

  const list = (): Promise<EventList> => read<EventList>(ask, '/events');
  const publish = async (): Promise<void> => {
    const event = integrationEvent();
    shown.push(event.id);
    await stack.publisher.publish(event);
    await eventually(async () => (await list()).count === shown.length, SOON);
  };
  const allShow = (): Promise<true> =>
    eventually(() => {
      const behind = viewers.filter(({ rows }) => !shown.every((id) => rows.has(id)));
      for (const viewer of behind) viewer.check();
      if (behind.length === 0) return true;
      throw new Error(`${behind.length} viewers lack rows`);
    }, SOON);

  it('reconnect to the next process after an orderly end of their process', async () => {
    await publish();
    await allShow();
    const reasons: string[] = [];
    for (const { socket } of viewers) socket.once('disconnect', (reason) => reasons.push(reason));
    await live.stop();
    await eventually(() => reasons.length === VIEWERS);
    expect([...new Set(reasons)]).toEqual(['transport close']);
    live = await stack.start(undefined, { EVENTS_ROLES: 'live' });
    await eventually(() => viewers.every(({ socket }) => socket.connected), SOON);
    await publish();
    await allShow();
    for (const viewer of viewers) viewer.check();
  });

  it('are all reset by a new process that does not know their cursors', async () => {
    await live.kill();
    await publish();
    const sent = new Set<LiveViewer>();
    for (const viewer of viewers) viewer.socket.once('reset', () => sent.add(viewer));
    live = await stack.start(undefined, { EVENTS_ROLES: 'live' });
    await allShow();
    expect(sent.size).toBe(VIEWERS);
    expect([...new Set(viewers.flatMap(({ resets }) => resets))]).toEqual(['cursor_too_old']);
    await publish();
    await allShow();
    for (const viewer of viewers) viewer.check();
  });
});
