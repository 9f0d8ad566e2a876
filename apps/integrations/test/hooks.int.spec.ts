import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import { keyChanged } from '@portico/contracts/events/integrations';
import type { EventRow } from '@portico/contracts/http/events';
import type { CreatedHook, IntegrationHook } from '@portico/contracts/http/integration-hooks';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import { eventually, read, readTopic } from '@portico/testkit';
import {
  aBody,
  ACCEPTED,
  type Hooks,
  json,
  MANAGER,
  nowInSeconds,
  PRESETS,
  SIGN,
  startHooks,
  STRANGER,
} from './hooks.ts';

jest.setTimeout(120_000);

let hooks: Hooks;
let stack: Hooks['stack'];
let admin: Hooks['admin'];
let events: Hooks['events'];
let deliver: Hooks['deliver'];
let integration: Hooks['integration'];
let hook: Hooks['hook'];
let rowsOf: Hooks['rowsOf'];
let row: Hooks['row'];

beforeAll(async () => {
  hooks = await startHooks();
  ({ stack, admin, events, deliver, integration, hook, rowsOf, row } = hooks);
}, 120_000);
afterAll(() => hooks?.stop());

describe.each(PRESETS)('a webhook of preset %s', (preset) => {
  it('becomes an event with its body as details, once per delivery', async () => {
    const id = await integration();
    const { hookId, secret, address } = await hook(id, { preset });
    expect(address).toBe(`http://localhost:3001/ingest/hooks/${hookId}`);
    const body = aBody().replace('1.5', '12345678901234567890.50');
    const once = SIGN[preset]({ secret, body, id: 'delivery-1' });
    for (let time = 0; time < 3; time += 1)
      expect(await deliver(hookId, once)).toMatchObject({ status: 202, body: ACCEPTED });
    const other = SIGN[preset]({ secret, body: aBody(), id: 'delivery-2' });
    expect((await deliver(hookId, other)).status).toBe(202);
    const untilListed = (count: number): Promise<EventRow[]> =>
      eventually(async () => {
        const found = await rowsOf(id);
        return found.length >= count && found;
      }, 30_000);
    await untilListed(2);
    // Sends the first delivery again after its event was stored.
    expect((await deliver(hookId, SIGN[preset]({ secret, body, id: 'delivery-1' }))).status).toBe(202);
    expect((await deliver(hookId, SIGN[preset]({ secret, body: aBody(), id: 'delivery-3' }))).status).toBe(202);
    const rows = await untilListed(3);
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      rows.map(() => expect.objectContaining({ result: 'SUCCESS', severity_text: 'INFO', sender_proven: true })),
    );
    const text = await (
      await fetch(`${stack.url('events')}/events?limit=100`, {
        headers: { authorization: `Bearer ${await stack.token('ADMIN', 900)}` },
      })
    ).text();
    expect(text).toContain(body.slice(1, -1));
    const { data } = await read<Page<RejectedEvent>>(events, '/events/rejected?limit=100');
    expect(data.filter(({ integration_id }) => integration_id === id)).toEqual([]);
  });

  it('rejects a wrong, missing or old signature, and a changed body', async () => {
    const id = await integration();
    const { hookId, secret } = await hook(id, { preset });
    const body = aBody();
    const right = SIGN[preset]({ secret, body });
    const refused = [
      SIGN[preset]({ secret: secret.replaceAll(/[a-z]/g, 'x'), body }),
      { body, headers: json({}) },
      ...(preset === 'basic' ? [] : [{ ...right, body: `${body} ` }]),
      ...(preset === 'stripe' || preset === 'standard-webhooks'
        ? [-400, 400].map((off) => SIGN[preset]({ secret, body, seconds: nowInSeconds() + off }))
        : []),
    ];
    for (const delivery of refused)
      expect(await deliver(hookId, delivery)).toMatchObject({ status: 401, body: { message: expect.any(String) } });
    expect((await deliver(hookId, right)).status).toBe(202);
    await row(id);
    expect(await rowsOf(id)).toHaveLength(1);
  });
});

describe('the address of a webhook', () => {
  const sign = SIGN.github;

  it('accepts two secrets during a rotation, and then only the new secret', async () => {
    const id = await integration();
    const first = await hook(id, { preset: 'github' });
    const { hookId } = first;
    const status = async (secret: string): Promise<number> =>
      (await deliver(hookId, sign({ secret, body: aBody() }))).status;
    const rotate = async (overlap: string): Promise<CreatedHook> =>
      (await admin('POST', `/integrations/${id}/hooks/${hookId}/rotate`, { overlap })).body as CreatedHook;
    const second = await rotate('24h');
    expect(second).toMatchObject({ hookId, address: first.address, state: 'active' });
    await eventually(async () => (await status(second.secret)) === 202, 10_000);
    expect(await status(first.secret)).toBe(202);
    const third = await rotate('0');
    await eventually(async () => (await status(third.secret)) === 202, 10_000);
    await eventually(async () => (await status(second.secret)) === 401, 2_000);
    expect(await status(first.secret)).toBe(401);
    const { data } = await read<Page<IntegrationHook>>(admin, `/integrations/${id}/hooks`);
    expect(data.map(({ state }) => state)).toEqual(['active', 'revoked', 'revoked']);
    expect(JSON.stringify(data)).not.toContain(third.secret);
  });

  it('responds like an unknown address after the webhook is revoked or its integration is deleted', async () => {
    const id = await integration();
    const [one, other] = [await hook(id, { preset: 'github' }), await hook(id, { preset: 'basic' })];
    const answerOf = async (hookId: string): Promise<unknown> => {
      const { status, body } = await deliver(hookId, sign({ secret: one.secret, body: aBody() }));
      const { requestId: _, instance: __, ...rest } = body as { requestId: string; instance: string };
      return { status, ...rest };
    };
    expect((await admin('DELETE', `/integrations/${id}/hooks/${one.hookId}`)).status).toBe(204);
    const unknown = await answerOf('a'.repeat(26));
    expect(unknown).toMatchObject({ status: 404, code: 'not_found' });
    await eventually(async () => isDeepStrictEqual(await answerOf(one.hookId), unknown), 2_000);
    expect(await answerOf(other.hookId)).toMatchObject({ status: 401 });
    await admin('DELETE', `/integrations/${id}`);
    await eventually(async () => isDeepStrictEqual(await answerOf(other.hookId), unknown), 2_000);
  });

  it('accepts a secret that the sender created', async () => {
    const id = await integration();
    const secret = 'whsec_as_stripe_shows_it_0123';
    const { hookId } = await hook(id, { preset: 'stripe' }, { secret });
    expect((await deliver(hookId, SIGN.stripe({ secret, body: aBody() }))).status).toBe(202);
    const short = await admin('POST', `/integrations/${id}/hooks`, { label: 'x', preset: 'stripe', secret: 'short' });
    expect(short).toMatchObject({ status: 400, body: { faults: [{ pointer: '/secret' }] } });
  });

  it('is accessible only to users who may connect the integration', async () => {
    const id = await integration();
    const manager = await stack.as('integrations', 'CLIENT', MANAGER);
    await eventually(async () => (await manager('GET', `/integrations/${id}/hooks`)).status === 200, 30_000);
    const stranger = await stack.as('integrations', 'CLIENT', STRANGER);
    const { hookId } = await hook(id, { preset: 'github' });
    for (const [method, path, body] of [
      ['GET', 'hooks', undefined],
      ['POST', 'hooks', { label: 'x', preset: 'github' }],
      ['POST', `hooks/${hookId}/rotate`, {}],
      ['DELETE', `hooks/${hookId}`, undefined],
      ['GET', 'mapping', undefined],
      ['PUT', 'mapping', {}],
    ] as const)
      expect([path, (await stranger(method, `/integrations/${id}/${path}`, body)).status]).toEqual([path, 404]);
    const other = await integration();
    expect((await admin('DELETE', `/integrations/${other}/hooks/${hookId}`)).status).toBe(404);
    // The list of keys contains no webhook secret.
    expect((await read<Page<object>>(admin, `/integrations/${id}/keys`)).data).toEqual([]);
    for (let made = 1; made < 5; made += 1) await hook(id, { preset: 'github' });
    expect((await admin('POST', `/integrations/${id}/hooks`, { label: 'x', preset: 'github' })).status).toBe(409);
  });

  it('has a secret that Kafka stores encrypted and that no list contains', async () => {
    const id = await integration();
    const { secret } = await hook(id, { preset: 'hmac', header: 'X-Acme-Signature', algorithm: 'sha512' });
    const { data } = await read<Page<IntegrationHook>>(admin, `/integrations/${id}/hooks`);
    expect(data[0]?.scheme).toEqual({ preset: 'hmac', header: 'x-acme-signature', algorithm: 'sha512' });
    const topic = await readTopic(keyChanged.topic, stack.own.kafka);
    const state = await eventually(() => topic.received.find(({ value }) => value?.includes(data[0]?.hookId ?? '')));
    await topic.stop();
    for (const text of [JSON.stringify(data), state.value]) expect(text).not.toContain(secret);
  });
});
