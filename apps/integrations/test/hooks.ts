import { createHmac, randomUUID } from 'node:crypto';
import type { HookScheme } from '@portico/contracts/common/hooks';
import type { EventRow } from '@portico/contracts/http/events';
import type { Ingested } from '@portico/contracts/http/ingest';
import type { CreatedHook } from '@portico/contracts/http/integration-hooks';
import { type Answer, eventually, everyEvent, Publisher, startServiceStack } from '@portico/testkit';
import type { Row } from './integrations.ts';

const ORGANIZATION = 1;
export const [MANAGER, STRANGER] = [6, 8];

type Signed = { body: string; headers: Record<string, string> };
type Options = { secret: string; body: string; id?: string; seconds?: number };
const mac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text);
export const json = (headers: Record<string, string>) => ({ 'content-type': 'application/json', ...headers });
export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);

/** Signatures of each preset's senders. */
export const SIGN: Record<HookScheme['preset'], (options: Options) => Signed> = {
  'standard-webhooks': ({ secret, body, id = randomUUID(), seconds = nowInSeconds() }) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = `v1,${mac(key, `${id}.${seconds}.${body}`).digest('base64')}`;
    return {
      body,
      headers: json({ 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signature }),
    };
  },
  stripe: ({ secret, body, seconds = nowInSeconds() }) => ({
    body,
    headers: json({ 'stripe-signature': `t=${seconds},v1=${mac(secret, `${seconds}.${body}`).digest('hex')}` }),
  }),
  github: ({ secret, body, id = randomUUID() }) => ({
    body,
    headers: json({
      'x-github-event': 'workflow_run',
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${mac(secret, body).digest('hex')}`,
    }),
  }),
  hmac: ({ secret, body }) => ({ body, headers: json({ 'x-signature': mac(secret, body).digest('base64') }) }),
  basic: ({ secret, body }) => ({
    body,
    headers: json({ authorization: `Basic ${Buffer.from(secret).toString('base64')}` }),
  }),
};
export const PRESETS = Object.keys(SIGN) as HookScheme['preset'][];

export const ACCEPTED: Ingested = { accepted: 1, rejected: [] };
/** A unique body: an event's type, the current time, and an unknown member. */
export const aBody = (): string =>
  JSON.stringify({ id: randomUUID(), type: 'charge.failed', created: nowInSeconds(), timestamp: new Date(), big: 1.5 });

/** Starts integrations and events, with helpers that create and call webhooks of one organization's integrations. */
export async function startHooks() {
  const stack = await startServiceStack(['integrations', 'events']);
  const publisher = new Publisher(stack.own.kafka);
  const [admin, events] = [await stack.as('integrations', 'ADMIN', 900), await stack.as('events', 'ADMIN', 900)];
  await publisher.user(MANAGER, { name: 'Mara Manager' });
  await publisher.user(STRANGER, { name: 'Sam Stranger' });
  await publisher.organization(ORGANIZATION, { name: 'Acme' });
  await publisher.membership(1, { userId: MANAGER, organizationId: ORGANIZATION, role: 'manager' });
  const deliver = async (hookId: string, { body, headers }: Signed): Promise<Answer> => {
    const answer = await fetch(`${stack.url('events')}/ingest/hooks/${hookId}`, { method: 'POST', body, headers });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  };
  const integration = async (): Promise<number> => {
    const { body } = await admin('POST', '/integrations', { name: randomUUID(), organizationId: ORGANIZATION });
    return (body as Row).id;
  };
  const hook = async (id: number, scheme: HookScheme, more: object = {}): Promise<CreatedHook> => {
    const { status, body } = await admin('POST', `/integrations/${id}/hooks`, { label: 'CI', ...scheme, ...more });
    if (status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    const created = body as CreatedHook;
    // Waits until the events service knows the webhook.
    await eventually(async () => (await deliver(created.hookId, { body: '{}', headers: {} })).status === 401, 30_000);
    return created;
  };
  const rowsOf = async (id: number): Promise<EventRow[]> =>
    (await everyEvent(events)).filter(({ source_id }) => source_id === id);
  const row = (id: number): Promise<EventRow> => eventually(async () => (await rowsOf(id))[0], 30_000);

  const stop = async (): Promise<void> => {
    await publisher.disconnect();
    await stack.stop();
  };
  return { stack, admin, events, deliver, integration, hook, rowsOf, row, stop };
}
export type Hooks = Awaited<ReturnType<typeof startHooks>>;
