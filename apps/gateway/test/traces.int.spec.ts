import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  caller,
  engines,
  eventually,
  type OwnEngines,
  Publisher,
  serviceEnvironment,
  type ServiceProcess,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type SeenSpan, startTraceReceiver, type TraceReceiver } from './trace-receiver.ts';

const ORGANIZATION = 70_700;
const SOURCE = 70_701;
const KEY = `ptk_live_traces22_${'K'.repeat(32)}`;
const OUTSIDE = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const TRACEPARENT = `00-${OUTSIDE.traceId}-${OUTSIDE.spanId}-01`;

const namesOf = (spans: readonly SeenSpan[]) => [...new Set(spans.map(({ service, name }) => `${service} ${name}`))];

describe('traces', () => {
  let own: OwnEngines;
  let tokens: TestTokens;
  let receiver: TraceReceiver;
  let publisher: Publisher;
  const services = new Map<string, ServiceProcess>();
  const outputs = new Map<string, string>();
  const gateway = (): string => services.get('gateway')?.url ?? '';
  /** Waits for a span that has this name and matches `fits`. */
  const span = (name: string, fits: (span: SeenSpan) => boolean = () => true): Promise<SeenSpan> =>
    eventually(() => {
      const found = receiver.spans.find((one) => one.name === name && fits(one));
      if (found === undefined) throw new Error(`no such ${name} among ${namesOf(receiver.spans).join(', ')}`);
      return found;
    }, 30_000);
  const start = async (name: string, environment: Record<string, string>): Promise<string> => {
    const service = await startServiceProcess(name, environment);
    services.set(name, service);
    service.process.stdout?.on('data', (chunk: Buffer) =>
      outputs.set(name, `${outputs.get(name) ?? ''}${String(chunk)}`),
    );
    return service.url;
  };

  beforeAll(async () => {
    [own, tokens, receiver] = await Promise.all([startOwnEngines(), startTestTokens(), startTraceReceiver()]);
    const database = new URL(engines().CLICKHOUSE_URL);
    database.pathname = `/traces_${randomUUID().slice(0, 8)}`;
    const environment = {
      ...serviceEnvironment(own, tokens),
      CLICKHOUSE_URL: database.href,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    };
    const [ORGS_URL, EVENTS_URL, BILLING_URL] = await Promise.all(
      ['orgs', 'events', 'billing'].map((name) => start(name, environment)),
    );
    const urls = { ORGS_URL: ORGS_URL ?? '', EVENTS_URL: EVENTS_URL ?? '', BILLING_URL: BILLING_URL ?? '' };
    const others = { INTEGRATIONS_URL: tokens.identityUrl, ALERTS_URL: tokens.identityUrl };
    await start('gateway', { ...environment, ...urls, ...others });
    publisher = new Publisher(own.kafka);
    await publisher.integration(SOURCE, { organizationId: ORGANIZATION });
    await publisher.key(SOURCE, KEY, { integrationId: SOURCE });
    await eventually(async () => {
      const { status } = await ingest([]);
      if (status !== 202) throw new Error(`the door answers ${status}`);
      return true;
    }, 60_000);
  }, 180_000);
  afterAll(async () => {
    await publisher?.disconnect();
    await Promise.all([...services.values()].map((service) => service.stop()));
    await Promise.all([own?.stop(), tokens?.stop()]);
    receiver?.stop();
  });

  const ingest = (body: unknown, headers = {}) => caller(gateway(), KEY)('POST', '/ingest/events', body, headers);
  const event = () => integrationEvent({ source_id: SOURCE, organization_id: ORGANIZATION });

  it('follow a change from the gateway to the consumer of its event, span by span', async () => {
    const headers = { traceparent: TRACEPARENT };
    const created = await caller(gateway(), await tokens.sign())('POST', '/organizations', { name: 'Traced' }, headers);
    expect(created.status).toBe(201);
    const { id } = created.body as { id: number };

    const isOfGateway = ({ service }: SeenSpan): boolean => service === 'gateway';
    const server = await span('POST /organizations', isOfGateway);
    // The gateway does not continue a caller's trace: it only adds a link to the caller's span.
    expect(server).toMatchObject({ kind: 'server', links: [OUTSIDE] });
    expect(server.parentSpanId ?? '').toBe('');
    expect(server.traceId).not.toBe(OUTSIDE.traceId);
    expect(server.attributes).toMatchObject({ 'http.route': '/organizations', 'http.response.status_code': 201 });

    const chain: [name: string, service: string, kind: string][] = [
      ['POST', 'gateway', 'client'],
      ['POST /organizations', 'orgs', 'server'],
      ['create orgs.organization.v1', 'orgs', 'producer'],
      ['send orgs.organization.v1', 'orgs', 'producer'],
      ['process orgs.organization.v1', 'billing', 'consumer'],
      ['INSERT', 'billing', 'client'],
    ];
    let parent = server;
    for (const [name, service, kind] of chain) {
      const before = parent;
      parent = await span(name, (one) => one.service === service && one.parentSpanId === before.spanId);
      expect(parent).toMatchObject({ traceId: server.traceId, kind });
      if (name.startsWith('create'))
        expect(parent.attributes).toMatchObject({ 'messaging.kafka.message.key': String(id) });
      if (name.startsWith('process'))
        expect(parent.attributes).toMatchObject({
          'messaging.system': 'kafka',
          'messaging.destination.name': 'orgs.organization.v1',
          'messaging.consumer.group.name': 'billing.domain-events',
        });
    }
    for (const name of ['gateway', 'orgs', 'billing']) {
      const processes = receiver.spans.filter(({ service }) => service === name).map(({ resource }) => resource);
      for (const resource of processes)
        expect(resource).toMatchObject({
          'service.namespace': 'portico',
          'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
          'service.instance.id': processes[0]?.['service.instance.id'],
        });
    }
    const instances = new Set(receiver.spans.map(({ resource }) => resource['service.instance.id']));
    expect(instances.size).toBe(new Set(receiver.spans.map(({ service }) => service)).size);
    // The service's database statements are spans below the span of its request.
    await span('INSERT', (one) => one.service === 'orgs' && one.traceId === server.traceId);
    for (const service of ['gateway', 'orgs'])
      await eventually(() =>
        (outputs.get(service) ?? '')
          .split('\n')
          .some((line) => line.includes(`"trace_id":"${server.traceId}"`) && line.includes('request completed')),
      );
  }, 60_000);

  it("link the batch that stores an event to the publisher's span, which belongs to another trace", async () => {
    const [overHttp, overKafka, bare] = [event(), event(), event()];
    expect((await ingest([overHttp])).status).toBe(202);
    const send = await span('send integration.doors.v1', ({ service }) => service === 'events');
    const door = await span('POST /ingest/events', ({ spanId }) => spanId === send.parentSpanId);
    expect(door).toMatchObject({ service: 'events', kind: 'server', traceId: send.traceId });
    const server = await span(
      'POST /ingest/events',
      ({ service, traceId }) => service === 'gateway' && traceId === send.traceId,
    );
    expect(server).toMatchObject({ kind: 'server', attributes: { 'http.response.status_code': 202 } });

    const value = JSON.stringify(overKafka);
    await publisher.publish({ key: String(ORGANIZATION), value, headers: { traceparent: TRACEPARENT } }, bare);

    const isLinkedTo = (spanId: string) => (one: SeenSpan) => one.links.some((link) => link.spanId === spanId);
    for (const [spanId, { trace_id }] of [
      [send.spanId, overHttp],
      [OUTSIDE.spanId, overKafka],
    ] as const) {
      const batch = await span('process integration.events.v1', isLinkedTo(spanId));
      expect(batch).toMatchObject({ service: 'events', kind: 'consumer' });
      expect(batch.parentSpanId ?? '').toBe('');
      expect(batch.links).toContainEqual(
        expect.objectContaining({ spanId, attributes: { 'portico.trace_id': trace_id } }),
      );
      await span(
        'INSERT',
        (one) => one.parentSpanId === batch.spanId && one.attributes['db.system.name'] === 'clickhouse',
      );
    }
    const batch = await span('process integration.events.v1', ({ attributes }) =>
      JSON.stringify(attributes['portico.trace_ids'] ?? '').includes(bare.trace_id),
    );
    expect(batch.links.map(({ spanId }) => spanId)).not.toContain(bare.trace_id);
  }, 60_000);
});
