import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keyUsed } from '@portico/contracts/events/integrations';
import { type Answer, engines, eventually, readTopic, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { openDoor, type Send, sender, taken, usedBytes } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const ORGANIZATION = 70_300;
const MANY = 1_000_000;

describe('quotas of an integration', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let nextIntegration = ORGANIZATION;

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
  }, 120_000);
  afterAll(async () => stack?.stop());

  const open = async (eventsPerMinute: number, bytesPerDay: number) => {
    const integration = (nextIntegration += 1);
    const door = { integration, organization: ORGANIZATION, quota: { eventsPerMinute, bytesPerDay } };
    return { integration, ...(await openDoor(stack, service.url, door)) };
  };
  const events = (integration: number, count: number) =>
    Array.from({ length: count }, () => integrationEvent({ source_id: integration, organization_id: ORGANIZATION }));
  const limitsOf = ({ headers }: Answer): number[] =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)));
  /** Waits for the first 40 seconds of a minute, so that the test does not run across two minutes. */
  const earlyInMinute = (): Promise<boolean> => eventually(() => new Date().getUTCSeconds() < 40, 60_000);

  it("limit events per minute, are in each response's headers, and reject a request beyond the limit completely", async () => {
    const { integration, send } = await open(10, MANY);
    await earlyInMinute();
    const first = await send(events(integration, 6));
    expect(taken(first)).toMatchObject({ accepted: 6 });
    expect(limitsOf(first)).toEqual([10, 4, expect.any(Number)]);
    const over = await send(events(integration, 5));
    expect(over).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', message: expect.stringContaining('10 events') },
    });
    expect(limitsOf(over).slice(0, 2)).toEqual([10, 4]);
    const wait = Number(over.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(limitsOf(await send(events(integration, 4)))[1]).toBe(0);
    expect((await send(events(integration, 1))).status).toBe(429);
    expect((await send([])).status).toBe(202);
  }, 120_000);

  it('count across all processes', async () => {
    const other = await stack.start(0, { EVENTS_ROLES: 'doors' });
    const { integration, send, key } = await open(1_000, 20_000);
    const elsewhere = sender(other.url, key);
    const leftOf = async (door: Send): Promise<number> => Number((await door([])).headers.get('ratelimit-remaining'));
    await eventually(async () => (await elsewhere([])).status === 202);
    await earlyInMinute();
    taken(await send(events(integration, 30)));
    await eventually(async () => (await leftOf(elsewhere)) === 970);
    taken(await elsewhere(events(integration, 20)));
    await eventually(async () => (await leftOf(send)) === 950);
    expect(await send(events(integration, 20))).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('20000 bytes') },
    });
    expect((await elsewhere(events(integration, 20))).status).toBe(429);
    await other.stop();
  }, 120_000);

  it('keep the used bytes of the day after an orderly restart and after a kill', async () => {
    for (const end of ['stop', 'kill'] as const) {
      const { integration, send, key } = await open(MANY, 1_000);
      taken(await send(events(integration, 2)));
      const over = await send(events(integration, 2));
      expect(over).toMatchObject({ status: 429, body: { message: expect.stringContaining('1000 bytes a day') } });
      expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
      // Waits until the service has written the used bytes, because a kill loses the used bytes of the last two seconds.
      if (end === 'kill') await eventually(async () => (await usedBytes(engines().POSTGRES_URL, integration)) > 0);
      await service[end]();
      service = await stack.start();
      expect((await sender(service.url, key)(events(integration, 2))).status).toBe(429);
    }
  }, 120_000);

  it('publish the last use of a key at most once per minute', async () => {
    const uses = await readTopic(keyUsed.topic, stack.kafka);
    const { integration, send } = await open(MANY, MANY);
    const before = Math.floor(Date.now() / 60_000);
    for (let count = 0; count < 5; count += 1) taken(await send(events(integration, 1)));
    const after = Math.floor(Date.now() / 60_000);
    const own = () => uses.received.filter(({ key }) => key === String(integration));
    await eventually(() => own().length > 0);
    await uses.stop();
    const states = own().map(({ value }) => JSON.parse(value ?? '').data);
    expect(states.length).toBeLessThanOrEqual(1 + after - before + 1);
    for (const state of states) {
      expect(state).toEqual({ id: integration, version: expect.any(Number), deletedAt: null });
      expect(state.version).toBeGreaterThanOrEqual(before - 1);
      expect(state.version).toBeLessThanOrEqual(after);
    }
  }, 30_000);
});
