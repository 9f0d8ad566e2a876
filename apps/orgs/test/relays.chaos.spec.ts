import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readState } from '@portico/contracts/events/domain-event';
import { organizationChanged, type OrganizationState } from '@portico/contracts/events/orgs';
import type { Organization } from '@portico/contracts/http/orgs';
import {
  caller,
  eventually,
  type OwnEngines,
  readTopic,
  type Received,
  type ServiceProcess,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';

describe('two processes of a service with one outbox', () => {
  let own: OwnEngines;
  let tokens: TestTokens;
  let services: [ServiceProcess, ServiceProcess];
  let topic: { received: Received[]; stop: () => Promise<void> };
  /** The names that each organization was given, in order. */
  const given = new Map<number, string[]>();

  const start = (): Promise<ServiceProcess> =>
    startServiceProcess('orgs', {
      ...own.environment,
      IDENTITY_URL: tokens.identityUrl,
      CONSOLE_URL: 'http://localhost:3000',
      API_URL: 'http://localhost:3001',
      SIGNING_SECRET: 'a secret that only the tests know and long enough',
    });

  beforeAll(async () => {
    [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
    services = [await start(), await start()];
    topic = await readTopic(organizationChanged.topic, own.kafka);
  }, 180_000);
  afterAll(async () => {
    await topic?.stop();
    await Promise.all((services ?? []).map((service) => service.stop()));
    await Promise.all([own?.stop(), tokens?.stop()]);
  });

  const states = (): OrganizationState[] =>
    topic.received.map(({ value }) => {
      const read = readState(organizationChanged, JSON.parse(value ?? ''));
      if (!read.ok) throw new Error(read.reason);
      return read.state;
    });
  const namesOf = (id: number): string[] => states().flatMap((state) => (state.id === id ? [state.name] : []));
  const publishedIds = (): string[] =>
    topic.received.map(({ value }) => (JSON.parse(value ?? '') as { id: string }).id);
  /** Creates an organization and renames it `times` times, alternating between the running processes. */
  const history = async (times: number, running: readonly ServiceProcess[] = services): Promise<number> => {
    const token = await tokens.sign();
    const through = (turn: number) => caller(running[turn % running.length]?.url ?? '', token);
    const names = Array.from({ length: times + 1 }, (_, index) => `Organization ${given.size} ${index}`);
    const { status, body } = await through(0)('POST', '/organizations', { name: names[0] });
    if (status !== 201) throw new Error(`POST /organizations answered ${status}: ${JSON.stringify(body)}`);
    const { id } = body as Organization;
    for (const [index, name] of names.entries()) {
      if (index === 0) continue;
      const answer = await through(index)('PUT', `/organizations/${id}`, { name });
      if (answer.status !== 200) throw new Error(`PUT answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    given.set(id, names);
    return id;
  };
  const allArrived = (): boolean => [...given].every(([id, names]) => new Set(namesOf(id)).size === names.length);

  it('publish each change once and in order, while both run and after one has shut down', async () => {
    await Promise.all([history(20), history(20), history(20)]);
    await eventually(allArrived, 60_000);
    await services[0].stop();
    await Promise.all([history(10, [services[1]]), history(10, [services[1]])]);
    await eventually(allArrived, 60_000);
    services[0] = await start();
    for (const [id, names] of given) expect(namesOf(id)).toEqual(names);
    expect(new Set(publishedIds()).size).toBe(topic.received.length);
  }, 240_000);

  it('lose no change when one process crashes, and publish changes in order once duplicates are removed', async () => {
    for (const crashing of [0, 1] as const) {
      const other = services[crashing === 0 ? 1 : 0];
      const load = Promise.all([history(15, [other]), history(15, [other])]);
      await services[crashing].kill();
      await load;
      await eventually(allArrived, 60_000);
      services[crashing] = await start();
    }
    // The names are in order after the duplicates are removed, which every consumer does.
    for (const [id, names] of given) expect([...new Set(namesOf(id))]).toEqual(names);
  }, 240_000);
});
