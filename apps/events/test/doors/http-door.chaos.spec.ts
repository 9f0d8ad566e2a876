import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ingested } from '@portico/contracts/http/ingest';
import type { EventList } from '@portico/contracts/http/events';
import {
  type Call,
  eventually,
  everyEvent,
  randomFrom,
  read,
  repeatedly,
  SEED,
  type ServiceProcess,
} from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { openDoor, sender } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const SOURCE = 70_601;
const ORGANIZATION = 70_600;
/** Number of kills. Set DOOR_KILLS=50 for a long run. */
const KILLS = Number(process.env['DOOR_KILLS'] ?? 5);
/** Milliseconds between two requests of one publisher. This pause determines the load. */
const PACE = 5;
const PUBLISHERS = 8;

describe('the HTTP endpoint for events under load', () => {
  const random = randomFrom(SEED);
  let stack: EventsStack;
  let service: ServiceProcess;
  let key: string;
  let admin: Call;
  /** Ids of accepted events. */
  const accepted = new Set<string>();
  /** Ids of all sent events. */
  const sent = new Set<string>();

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    ({ key } = await openDoor(stack, service.url, { integration: SOURCE, organization: ORGANIZATION }));
    admin = await stack.as();
  }, 120_000);
  afterAll(async () => stack?.stop());

  const some = () =>
    Array.from({ length: 1 + Math.floor(random() * 40) }, () =>
      integrationEvent({ source_id: SOURCE, organization_id: ORGANIZATION }),
    );
  /** Sends events. @returns the status, or 0 without a response. */
  const publish = async (events: ReturnType<typeof some>): Promise<number> => {
    for (const { id } of events) sent.add(id);
    try {
      const { status, body } = await sender(service.url, key)(events);
      if (status !== 202) return status;
      const { accepted: count, rejected } = body as Ingested;
      if (count !== events.length || rejected.length > 0) throw new Error(JSON.stringify(body));
      for (const { id } of events) accepted.add(id);
      return status;
    } catch (error) {
      // A killed process closes its connections, and no process listens until the next start.
      if (String(error).startsWith('TypeError: ')) return 0;
      throw error;
    }
  };
  const load = (work: () => Promise<unknown>): { stop: () => Promise<void> } => {
    const publishers = Array.from({ length: PUBLISHERS }, () => repeatedly(PACE, work));
    return { stop: async () => void (await Promise.all(publishers.map((one) => one.stop()))) };
  };
  const expectListed = async (): Promise<void> => {
    const list = async () => (await everyEvent(admin)).map(({ id }) => id);
    await eventually(async () => {
      const listed = new Set(await list());
      return [...accepted].every((id) => listed.has(id));
    }, 120_000);
    const listed = await list();
    expect(listed).toHaveLength(new Set(listed).size);
    expect(listed.filter((id) => !sent.has(id))).toEqual([]);
    expect((await read<EventList>(admin, '/events')).count).toBe(listed.length);
  };

  it(
    `lists each accepted event exactly once after ${KILLS} kills of the service (seed ${SEED})`,
    async () => {
      const publishers = load(async () => {
        const events = some();
        // Sends events without a response again with the same ids, as a publisher would.
        if ((await publish(events)) !== 202) await publish(events);
      });
      for (let kill = 0; kill < KILLS; kill += 1) {
        const enough = accepted.size + 300 + Math.floor(random() * 900);
        await eventually(() => accepted.size >= enough, 60_000);
        await service.kill();
        service = await stack.start();
      }
      await publishers.stop();
      await expectListed();
    },
    KILLS * 60_000 + 180_000,
  );

  it('responds 503 within nine seconds while Kafka does not respond', async () => {
    const enough = accepted.size + 200;
    const before = load(() => publish(some()));
    await eventually(() => accepted.size >= enough, 60_000);
    await before.stop();
    const speak = stack.silenceKafka();
    const taken = accepted.size;
    const refused = Array.from({ length: 20 }, some);
    const began = performance.now();
    const answers = await Promise.all(
      refused.map(async (events) => {
        for (const { id } of events) sent.add(id);
        return sender(service.url, key)(events);
      }),
    );
    expect(performance.now() - began).toBeLessThan(9_000);
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { code: 'unavailable', message: expect.any(String) },
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(accepted.size).toBe(taken);
    speak();
    await eventually(async () => (await publish(refused[0] ?? [])) === 202, 60_000);
    await expectListed();
  }, 240_000);

  it('loses no accepted event when Kafka crashes', async () => {
    const publishers = load(() => publish(some()));
    for (let crash = 0; crash < 2; crash += 1) {
      const enough = accepted.size + 300;
      await eventually(() => accepted.size >= enough, 60_000);
      await stack.crashKafka();
    }
    const enough = accepted.size + 100;
    await eventually(() => accepted.size >= enough, 90_000);
    await publishers.stop();
    await expectListed();
  }, 300_000);
});
