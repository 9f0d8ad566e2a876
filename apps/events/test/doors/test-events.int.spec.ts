import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { TestEvent } from '@portico/contracts/http/test-events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { aKey, type Send, sender, taken } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const PUBLISHER = 70_131;
const MEMBER = 70_132;
const STRANGER = 70_133;
const MANY = 12;

/** Integrations 1 and 3 belong to Acme, and the publisher publishes for 1. Integration 2 belongs to Globex. */
describe('events of test keys', () => {
  let stack: EventsStack;
  let admin: Call;
  let publisher: Call;
  let member: Call;
  let stranger: Call;
  let sendBeside: Send;

  const list = (call: Call, query = ''): Promise<Page<TestEvent>> => read(call, `/events/test?limit=50${query}`);
  const idsOf = ({ data }: Page<TestEvent>) => data.map(({ event_id }) => event_id);

  beforeAll(async () => {
    stack = await startEventsStack();
    const { url } = await stack.start();
    await stack.publisher.integration(3, { name: 'beside', organizationId: 1 });
    await stack.publisher.publisher(1, { userId: PUBLISHER, integrationId: 1 });
    await stack.publisher.membership(40, { userId: MEMBER, organizationId: 1 });
    await stack.publisher.membership(41, { userId: STRANGER, organizationId: 2, role: 'manager' });
    admin = await stack.furnish();
    publisher = await stack.as({ id: PUBLISHER, usertype: 'VENDOR' });
    member = await stack.as({ id: MEMBER, usertype: 'CLIENT' });
    stranger = await stack.as({ id: STRANGER, usertype: 'CLIENT' });
    const keyOf = async (integrationId: number): Promise<Send> => {
      const key = aKey('test');
      await stack.publisher.key(70_133 + integrationId, key, { integrationId });
      const send = sender(url, key);
      await eventually(async () => (await send([])).status === 202);
      return send;
    };
    const send = await keyOf(1);
    sendBeside = await keyOf(3);
    for (let number = 1; number <= MANY; number += 1) taken(await send(integrationEvent({ id: `test-${number}` })));
    await eventually(async () => (await list(admin)).count === MANY, 30_000);
  }, 120_000);
  afterAll(() => stack?.stop());

  it('are listed as published, with their predicted result and the latest event first', async () => {
    const event = integrationEvent({ id: 'wrong', source_id: 3 });
    const text = JSON.stringify(event).replace('"result":"SUCCESS"', '"result":  "PERHAPS"');
    taken(await sendBeside(text));
    const [wrong] = await eventually(async () => {
      const { data } = await list(admin, '&integration=3');
      return data.length === 1 && data;
    }, 30_000);
    expect(wrong).toMatchObject({
      integration_id: 3,
      integration: 'beside',
      organization: 'Acme',
      event_id: 'wrong',
      event: null,
      rejection: { code: 'invalid_field', pointer: '/result', reason: expect.any(String) },
      value: text,
    });
    const own = await list(admin, '&integration=1');
    expect(idsOf(own)).toEqual(Array.from({ length: MANY }, (_, index) => `test-${MANY - index}`));
    expect(own.data[0]).toMatchObject({ rejection: null, event: { result: 'SUCCESS' } });
    expect((await list(admin)).count).toBe(MANY + 1);
  });

  it('are listed page by page', async () => {
    const page = await read<Page<TestEvent>>(publisher, '/events/test?integration=1&limit=10&offset=10');
    expect(page.count).toBe(MANY);
    expect(idsOf(page)).toEqual(['test-2', 'test-1']);
  });

  // spec: D.66
  it('are visible to users who may see the integration', async () => {
    expect((await list(member)).count).toBe(MANY + 1);
    expect((await list(publisher)).count).toBe(MANY);
    expect(await list(publisher, '&integration=3')).toEqual({ data: [], count: 0 });
    expect(await list(stranger)).toEqual({ data: [], count: 0 });
    expect(await list(stranger, '&integration=1')).toEqual({ data: [], count: 0 });
  });
});
