import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Mapping } from '@portico/contracts/events/mapping';
import type { Page } from '@portico/contracts/common/page';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import { eventually, read } from '@portico/testkit';
import { aBody, ACCEPTED, type Hooks, json, SIGN, startHooks } from './hooks.ts';

jest.setTimeout(120_000);

let hooks: Hooks;
let admin: Hooks['admin'];
let events: Hooks['events'];
let stack: Hooks['stack'];
let deliver: Hooks['deliver'];
let integration: Hooks['integration'];
let hook: Hooks['hook'];
let rowsOf: Hooks['rowsOf'];
let row: Hooks['row'];

beforeAll(async () => {
  hooks = await startHooks();
  ({ admin, events, stack, deliver, integration, hook, rowsOf, row } = hooks);
}, 120_000);
afterAll(() => hooks?.stop());

describe('a webhook body', () => {
  const sign = SIGN.github;
  const rejected = (id: number): Promise<RejectedEvent> =>
    eventually(async () => {
      const { data } = await read<Page<RejectedEvent>>(events, '/events/rejected?limit=100');
      return data.find(({ integration_id }) => integration_id === id);
    }, 30_000);

  it('becomes the same event if it is a form with the JSON in the field payload', async () => {
    const id = await integration();
    const { hookId, secret } = await hook(id, { preset: 'github' });
    const form = new URLSearchParams({ payload: '{"action":"completed"}' }).toString();
    const { headers } = sign({ secret, body: form });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await deliver(hookId, { body: form, headers: { ...headers, ...type } })).toMatchObject({ body: ACCEPTED });
    expect(await row(id)).toMatchObject({
      event_name: 'workflow_run',
      source_type: 'github',
      details: { message: 'workflow_run', action: 'completed' },
    });
  });

  it.each([
    ['not JSON', 'not json', 'not_json'],
    ['longer than an event may be', JSON.stringify({ text: 'x'.repeat(70_000) }), 'too_large'],
  ])('is stored as a rejected event if it is %s', async (_, body, code) => {
    const id = await integration();
    const { hookId, secret } = await hook(id, { preset: 'github' });
    expect(await deliver(hookId, sign({ secret, body }))).toMatchObject({
      status: 202,
      body: { accepted: 0, rejected: [{ code }] },
    });
    expect(await rejected(id)).toMatchObject({ rejection: { code } });
  });

  it.each([
    ['larger than 1 MiB', 413, 'x'.repeat(1024 * 1024 + 1), {}],
    ['of an unsupported content type', 415, '<a/>', { 'content-type': 'application/xml' }],
    ['compressed', 415, gzipSync('{}').toString('latin1'), { 'content-encoding': 'gzip' }],
    ['empty', 400, '', {}],
  ])('is rejected if it is %s, with status %s', async (_, status, body, headers) => {
    const { hookId, secret } = await hook(await integration(), { preset: 'github' });
    const signed = sign({ secret, body });
    expect(await deliver(hookId, { body, headers: { ...signed.headers, ...headers } })).toMatchObject({
      status,
      body: { message: expect.any(String) },
    });
  });

  it('does not block the next delivery while it is incomplete', async () => {
    const id = await integration();
    const { hookId, secret } = await hook(id, { preset: 'github' });
    const { hostname, port } = new URL(stack.url('events'));
    const sockets = Array.from({ length: 3 }, () => connect(Number(port), hostname));
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.write(`POST /ingest/hooks/${hookId} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"half":`);
    }
    expect((await deliver(hookId, sign({ secret, body: aBody() }))).status).toBe(202);
    for (const socket of sockets) socket.destroy();
    await row(id);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  it("is rejected above the integration's quota, and counts toward the quota only after its sender is verified", async () => {
    const id = await integration();
    const { hookId, secret } = await hook(id, { preset: 'github' });
    await admin('PATCH', `/integrations/${id}`, { quota: { eventsPerMinute: 60, bytesPerDay: 1_048_576 } });
    const forged = { body: 'x'.repeat(900_000), headers: json({ 'x-hub-signature-256': 'sha256=00' }) };
    for (let time = 0; time < 3; time += 1) expect((await deliver(hookId, forged)).status).toBe(401);
    const over = await eventually(async () => {
      const answer = await deliver(hookId, sign({ secret, body: aBody() }));
      return answer.status === 429 && answer;
    }, 30_000);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the mapping of an integration', () => {
  const MAPPING: Mapping = {
    name: '/workflow_run/name',
    message: '/workflow_run/title',
    subject: '/repository/full_name',
    result: { pointer: '/workflow_run/conclusion', values: { failure: 'FAILURE' }, otherwise: 'SUCCESS' },
    severity: { pointer: '/workflow_run/conclusion', values: { failure: 'FATAL' }, otherwise: 'DEBUG' },
  };
  const run = (conclusion: string, name = 'deploy') => ({
    workflow_run: { name, title: 'Release 7', conclusion },
    repository: { full_name: 'acme/shop' },
  });
  const mapped = async (id: number): Promise<void> => {
    expect(await admin('PUT', `/integrations/${id}/mapping`, MAPPING)).toMatchObject({ status: 200, body: MAPPING });
    expect(await read(admin, `/integrations/${id}/mapping`)).toEqual(MAPPING);
  };
  const EXPECTED = {
    event_name: 'deploy',
    subject: 'acme/shop',
    result: 'FAILURE',
    severity_text: 'FATAL',
    details: { message: 'Release 7', ...run('failure') },
  };

  it('determines the fields of events from later webhook deliveries', async () => {
    const id = await integration();
    const { hookId, secret } = await hook(id, { preset: 'github' });
    await mapped(id);
    const newest = await eventually(async () => {
      await deliver(hookId, SIGN.github({ secret, body: JSON.stringify(run('failure')) }));
      return (await rowsOf(id)).find(({ event_name }) => event_name === 'deploy');
    }, 30_000);
    expect(newest).toMatchObject({ ...EXPECTED, source_type: 'github' });
    const broken = SIGN.github({ secret, body: JSON.stringify(run('failure', 'x'.repeat(200))) });
    expect((await deliver(hookId, broken)).body).toMatchObject({
      rejected: [{ code: 'invalid_field', pointer: '/workflow_run/name' }],
    });
  });

  it('determines the fields of events from CloudEvents without a result', async () => {
    const id = await integration();
    await mapped(id);
    const { key } = (await admin('POST', `/integrations/${id}/keys`, { label: 'x' })).body as { key: string };
    const send = (conclusion: string, more: object = {}): Promise<Response> => {
      const data = run(conclusion);
      const event = { specversion: '1.0', id: randomUUID(), source: '/ci', type: 'run', ...more, data };
      return fetch(`${stack.url('events')}/ingest/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/cloudevents+json' },
        body: JSON.stringify(event),
      });
    };
    await eventually(async () => (await send('failure')).status === 202, 30_000);
    await send('neutral');
    await send('failure', { result: 'success', severitytext: 'warn' });
    const rows = await eventually(async () => {
      const found = (await rowsOf(id)).filter(({ event_name }) => event_name === 'deploy');
      return found.length >= 3 && found;
    }, 30_000);
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...EXPECTED, source_type: '/ci' }),
        expect.objectContaining({ result: 'SUCCESS', severity_text: 'DEBUG' }),
        expect.objectContaining({ result: 'SUCCESS', severity_text: 'WARN' }),
      ]),
    );
  });
});
