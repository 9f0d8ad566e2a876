import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REJECTED_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type {
  RejectedEvent,
  RejectedEventContent,
  RejectedSummary,
  Republished,
} from '@portico/contracts/http/rejected-events';
import { type Call, caller, eventually, type ServiceProcess, STARTING } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

describe('rejected events', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let admin: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    admin = await stack.furnish();
  }, 60_000);
  afterAll(async () => stack?.stop());

  const list = async (query = ''): Promise<{ data: RejectedEvent[]; count: number }> =>
    (await admin('GET', `/events/rejected?limit=100${query}`)).body as { data: RejectedEvent[]; count: number };
  const rejectedWith = (text: string): Promise<RejectedEvent> =>
    eventually(async () => (await list()).data.find((row) => JSON.stringify(row).includes(text)));
  const get = async (id: string): Promise<RejectedEventContent> =>
    (await admin('GET', `/events/rejected/${id}`)).body as RejectedEventContent;
  const publishBytes = (value: Buffer | string) => stack.publisher.publish({ key: '1', value });

  it('are stored with their reason, position and bytes', async () => {
    const event = { ...integrationEvent({ source_id: 2, organization_id: 2 }), result: 'PERHAPS' };
    const value = JSON.stringify(event, null, 2);
    await publishBytes(value);
    const rejected = await rejectedWith(event.id);
    expect(rejected).toMatchObject({
      rejection: { code: 'invalid_field', pointer: '/result' },
      integration_id: 2,
      integration: 'banking',
      organization: 'Globex',
      event_id: event.id,
      size: Buffer.byteLength(value),
      isListed: false,
    });
    expect(await get(rejected.id)).toMatchObject({
      topic: 'integration.events.v1',
      key: '1',
      value,
      base64: Buffer.from(value).toString('base64'),
      isText: true,
      isWhole: true,
    });
  });

  it('are also stored if they are binary, too long, or without a known integration', async () => {
    await publishBytes(Buffer.from([0xff, 0xfe, 0x00, 0x80]));
    await publishBytes(JSON.stringify({ ...integrationEvent(), details: { message: 'x'.repeat(600_000) } }));
    await publishBytes(JSON.stringify(integrationEvent({ source_id: 77 })));
    const [noText, long, unowned] = [
      await rejectedWith('not UTF-8'),
      await rejectedWith('too_large'),
      await rejectedWith('no integration 77'),
    ];
    expect(await get(noText.id)).toMatchObject({ isText: false, base64: '//4AgA==', integration_id: null });
    expect(await get(long.id)).toMatchObject({ isWhole: false });
    expect(unowned).toMatchObject({ integration_id: null, integration: null, organization: null });
  });

  it('can be filtered by integration and by code', async () => {
    const all = await list();
    expect(all.count).toBe(4);
    expect((await list('&integration=2')).data.map(({ integration }) => integration)).toEqual(['banking']);
    expect((await list('&integration=0')).count).toBe(3);
    expect((await list('&code=too_large')).count).toBe(1);
    expect((await list('&integration=2&code=too_large')).count).toBe(0);
    expect((await admin('GET', '/events/rejected?code=unheard_of')).status).toBe(400);
  });

  it('are counted once by integration, reason and day, even if Kafka contains an event again with the headers of version 0.1.0', async () => {
    const before = await list();
    const producer = stack.kafka.producer();
    await producer.connect();
    const again = await get(before.data[0]?.id ?? '');
    await producer.send({
      topic: REJECTED_EVENTS_TOPIC,
      messages: [
        {
          key: again.key,
          value: Buffer.from(again.base64, 'base64'),
          headers: {
            'portico-refusal-code': again.rejection.code,
            'portico-refusal-reason': 'published twice',
            'portico-refusal-pointer': again.rejection.pointer,
            'portico-original-partition': String(again.position.partition),
            'portico-original-offset': String(again.position.offset),
            'portico-original-timestamp': String(Date.parse(again.published_at)),
            'portico-original-size': String(again.size),
          },
        },
        { value: 'what is no rejection is left out' },
      ],
    });
    await producer.disconnect();
    await rejectedWith('published twice');
    expect((await list()).count).toBe(before.count);
    const { data } = (await admin('GET', '/events/rejected/summary')).body as { data: RejectedSummary[] };
    expect(data.map(({ integration, count }) => [integration, count])).toEqual([
      [null, 3],
      ['banking', 1],
    ]);
    expect(data.map(({ days }) => days.reduce((sum, count) => sum + count, 0))).toEqual([3, 1]);
  });

  it('are marked as listed after a correction is published with the same id', async () => {
    const broken = { ...integrationEvent({ source_id: 2, organization_id: 2 }), trace_id: 'nonsense' };
    await publishBytes(JSON.stringify(broken));
    const rejected = await rejectedWith(broken.id);
    const again = (value: object) =>
      admin('POST', `/events/rejected/${rejected.id}/publish`, { value: JSON.stringify(value) });

    expect(await again(broken)).toMatchObject({ status: 400, body: { faults: [{ pointer: '/trace_id' }] } });
    const corrected = { ...broken, trace_id: 'a'.repeat(32) };
    expect(await again({ ...corrected, id: randomUUID() })).toMatchObject({
      status: 400,
      body: { faults: [{ pointer: '/id' }] },
    });
    const { status, body } = await again(corrected);
    expect(status).toBe(200);
    expect((body as Republished).event_id).toBe(broken.id);
    expect((await get(rejected.id)).isListed).toBe(true);
    expect((await rejectedWith(broken.id)).isListed).toBe(true);
  });

  it('show the organization of the integration instead of the claimed organization', async () => {
    await publishBytes(JSON.stringify(integrationEvent({ id: 'claims-globex', organization_id: 2 })));
    expect(await rejectedWith('claims-globex')).toMatchObject({ integration: 'payroll', organization: 'Acme' });
    const { data } = (await admin('GET', '/events/rejected/summary')).body as { data: RejectedSummary[] };
    expect(data.map(({ integration, organization }) => [integration, organization])).toEqual(
      expect.arrayContaining([
        ['payroll', 'Acme'],
        ['banking', 'Globex'],
      ]),
    );
  });

  it('from the shared topic are visible only to administrators', async () => {
    const member = await stack.as({ id: 5, usertype: 'CLIENT' });
    for (const path of ['', '/summary', '/causes'])
      expect(await member('GET', `/events/rejected${path}`)).toMatchObject({ status: 200, body: { data: [] } });
    const { id } = (await list()).data[0] ?? {};
    for (const one of [id, '0-0-0']) expect((await member('GET', `/events/rejected/${one}`)).status).toBe(404);
    expect((await admin('GET', '/events/rejected/0-999999-1')).status).toBe(404);
    expect((await admin('GET', '/events/rejected/nonsense')).status).toBe(400);
  });

  it(
    'are skipped without blocking other events if ClickHouse rejects them',
    async () => {
      const clickhouse = new ClickHouse(stack.clickhouseUrl);
      await clickhouse.run(`ALTER TABLE rejected_events ADD CONSTRAINT possible CHECK event_id != 'impossible'`);
      const rejected = (id: string) => JSON.stringify({ ...integrationEvent({ id }), severity_text: 'LOUD' });
      const next = randomUUID();
      for (const id of ['impossible', next]) await publishBytes(rejected(id));
      await rejectedWith(next);
      expect((await list()).data.map((row) => row.event_id)).not.toContain('impossible');
      await clickhouse.run('ALTER TABLE rejected_events DROP CONSTRAINT possible');
      await clickhouse.close();
      expect(service.process.exitCode).toBeNull();
    },
    STARTING,
  );

  it(
    'are stored after a restart if the service crashed before',
    async () => {
      await service.kill();
      const event = { ...integrationEvent(), severity_text: 'LOUD' };
      await publishBytes(JSON.stringify(event));
      service = await stack.start();
      await eventually(async () => (await admin('GET', '/events')).status === 200);
      expect(await rejectedWith(event.id)).toMatchObject({
        rejection: { pointer: '/severity_text' },
        integration: 'payroll',
      });
    },
    STARTING,
  );

  describe('POST /events/validate', () => {
    const judge = async (call: Call, body: string, headers: Record<string, string> = {}) =>
      (await call('POST', '/events/validate', body, headers)).body;

    it('returns the verdict of an event', async () => {
      const event = integrationEvent();
      expect(await judge(admin, JSON.stringify(event))).toEqual({ accepted: true, event });
      expect(await judge(admin, JSON.stringify({ ...event, result: 'MAYBE' }))).toMatchObject({
        accepted: false,
        rejection: { code: 'invalid_field', pointer: '/result' },
      });
      expect(await judge(admin, '{"id": ')).toMatchObject({ accepted: false, rejection: { code: 'not_json' } });
      expect(await judge(admin, '')).toMatchObject({ accepted: false, rejection: { code: 'not_json' } });
      const { data } = (await admin('GET', '/events?limit=100')).body as { data: { id: string }[] };
      expect(data.map(({ id }) => id)).not.toContain(event.id);
    });

    it('reads CloudEvents in structured and in binary mode', async () => {
      const { id, ...event } = integrationEvent();
      const attributes = { specversion: '1.0', id, source: '/payroll', type: 'portico.integration-event.v1' };
      const structured = JSON.stringify({ ...attributes, data: event });
      expect(await judge(admin, structured, { 'content-type': 'application/cloudevents+json' })).toMatchObject({
        accepted: true,
        event: { id },
      });
      const headers = Object.fromEntries(Object.entries(attributes).map(([name, text]) => [`ce-${name}`, text]));
      expect(await judge(admin, JSON.stringify(event), headers)).toMatchObject({ accepted: true, event: { id } });
    });

    it('does not reveal integrations of other organizations', async () => {
      const member = await stack.as({ id: 5, usertype: 'CLIENT' });
      const [own, others] = [integrationEvent(), integrationEvent({ source_id: 2, organization_id: 2 })];
      expect(await judge(member, JSON.stringify(own))).toMatchObject({ accepted: true });
      expect(await judge(member, JSON.stringify(others))).toMatchObject({ rejection: { code: 'unknown_integration' } });
      expect((await caller(service.url)('POST', '/events/validate', '{}')).status).toBe(401);
    });
  });
});
