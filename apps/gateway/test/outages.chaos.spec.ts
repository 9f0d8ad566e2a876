import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { organizationChanged } from '@portico/contracts/events/orgs';
import { type Call, eventually, type OwnEngines, readTopic } from '@portico/testkit';
import { type GatewayAndService, ready, report, SOON, startGatewayAndService } from './gateway-and-service.ts';
import { Load } from './rolling/load.ts';

/** Milliseconds for which Kafka is unavailable; set KAFKA_OUTAGE_SECONDS=600 for a long run. */
const AWAY = Number(process.env['KAFKA_OUTAGE_SECONDS'] ?? 60) * 1_000;
const CALLERS = 2;
const KILLS = 2;

describe('the API and its health endpoints during an outage', () => {
  let stack: GatewayAndService;
  let engines: OwnEngines;
  let fromOutside: Call;
  let fromInside: Call;

  beforeAll(async () => {
    stack = await startGatewayAndService();
    ({ engines, fromOutside, fromInside } = stack);
  }, 120_000);
  afterAll(async () => stack?.stop());

  it('stay ready while Kafka is unavailable, and report when the outage began', async () => {
    expect((await report(fromInside)).dependencies).toMatchObject({
      kafka: { state: 'ok' },
      postgres: { state: 'ok' },
    });
    const began = Date.now();
    const letSpeak = engines.silenceKafka();
    try {
      await eventually(async () => (await report(fromInside)).dependencies['kafka']?.state === 'failing', SOON);
      for (const call of [fromInside, fromOutside]) expect(await ready(call)).toMatchObject({ status: 200 });
      expect((await fromOutside('GET', '/organizations')).status).toBe(200);
      const { kafka, postgres } = (await report(fromInside)).dependencies;
      expect(postgres).toMatchObject({ state: 'ok' });
      expect(kafka?.reason).toBeTruthy();
      expect(Date.parse(kafka?.since ?? '')).toBeGreaterThanOrEqual(began);
      expect((await report(fromInside)).dependencies['kafka']?.since).toBe(kafka?.since);
    } finally {
      letSpeak();
    }
    await eventually(async () => (await report(fromInside)).dependencies['kafka']?.state === 'ok', SOON);
  }, 240_000);

  it(
    'serve reads and changes while Kafka is unavailable, and publish every change afterwards',
    async () => {
      const letSpeak = engines.silenceKafka();
      const load = new Load(stack.url, stack.token, CALLERS);
      await sleep(AWAY).finally(letSpeak); // the tested outage, not a wait for a condition
      await load.stop();
      expect(load.failures).toEqual([]);
      expect(load.created.length).toBeGreaterThan(0);
      const topic = await readTopic(organizationChanged.topic, engines.kafka);
      await eventually(() => {
        const arrived = topic.received.map(({ value }) => value ?? '').join('\n');
        const missing = load.created.filter((name) => !arrived.includes(`"name":"${name}"`)).length;
        if (missing > 0) throw new Error(`${missing} of ${load.created.length} changes have not arrived`);
        return true;
      }, 2 * SOON);
      await topic.stop();
    },
    AWAY + 180_000,
  );

  it('return 503 and never 500 while PostgreSQL is killed and recovers', async () => {
    const created = new Set<string>();
    const refused: { status: number; retryAfter: string | null; code: unknown }[] = [];
    let isOver = false;
    const call = async (method: string, path: string, body?: object): Promise<boolean> => {
      const headers = { authorization: `Bearer ${stack.token}`, 'content-type': 'application/json' };
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(`${stack.url}${path}`, sent);
      const problem = (await answer.json()) as { code?: unknown };
      if (answer.ok) return true;
      refused.push({ status: answer.status, retryAfter: answer.headers.get('retry-after'), code: problem.code });
      return false;
    };
    const changing = async (worker: number): Promise<void> => {
      for (let round = 0; !isOver; round += 1) {
        const name = `Killed ${worker}-${round}`;
        if (await call('POST', '/organizations', { name })) created.add(name);
        await call('GET', '/organizations?limit=5');
      }
    };
    const callers = [0, 1, 2].map(changing);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [before, keptBefore] = [refused.length, created.size];
      await engines.killPostgres();
      await eventually(() => refused.length > before, SOON);
      await eventually(() => created.size > keptBefore + 10, SOON);
    }
    isOver = true;
    await Promise.all(callers);
    expect(refused.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter))).toEqual([]);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['unavailable']));
    const list = (await fromOutside('GET', '/organizations?search=Killed&limit=1')).body as { count: number };
    expect(list.count).toBeGreaterThanOrEqual(created.size);
    for (const name of created) {
      const found = await fromOutside('GET', `/organizations?search=${encodeURIComponent(name)}&limit=100`);
      expect((found.body as { data: { name: string }[] }).data.map((one) => one.name)).toContain(name);
    }
    expect(stack.output()).not.toMatch(/"stack":|database system is (starting|in recovery).*\n\s+at /);
  }, 240_000);

  it('stay ready while a database is unavailable', async () => {
    await engines.withoutPostgres(async () => {
      await eventually(async () => (await report(fromInside)).dependencies['postgres']?.state === 'failing', SOON);
      expect((await fromInside('GET', '/health/dependencies')).status).toBe(503);
      expect(await ready(fromInside)).toMatchObject({ status: 200 });
    });
    await eventually(async () => (await fromInside('GET', '/health/dependencies')).status === 200, SOON);
  }, 120_000);
});
