import { createHmac } from 'node:crypto';
import type { Account, Delivery } from './account.ts';
import { complete } from './complete.ts';
import { now } from './objects.ts';

const TIMEOUT_MS = 10_000;
/** Pause after a failed delivery. Each further pause is twice as long, up to the maximum. After the last attempt, the event is dropped. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
const MAX_ATTEMPTS = 1_000;
/** Maximum number of concurrent deliveries. As with Stripe, events may arrive in a different order. */
const CONCURRENCY = 4;

/** The `stripe-signature` header of a payload: https://docs.stripe.com/webhooks#verify-manually */
export const signatureOf = (payload: string, secret: string, timestamp: number): string =>
  `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`;

type Webhook = { url: string; secret: string };

const isDelivered = async ({ url, secret }: Webhook, payload: string): Promise<boolean> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (local stand-in)',
        'stripe-signature': signatureOf(payload, secret, now()),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};

/** Delivers each event of the account to the webhook until the webhook acknowledges it. */
export const startDeliveries = (account: Account, webhook: Webhook | undefined): { stop: () => void } => {
  const underWay = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isEnding = false;

  const deliver = async (to: Webhook, delivery: Delivery): Promise<void> => {
    const { eventId, attempts } = delivery;
    const payload = JSON.stringify(complete(account, account.events.get(eventId)), null, 2);
    const isDone = (await isDelivered(to, payload)) || attempts + 1 >= MAX_ATTEMPTS;
    underWay.delete(eventId);
    if (isEnding) return;
    if (isDone) account.deliveries.delete(eventId);
    else {
      delivery.attempts += 1;
      delivery.dueAt = Date.now() + Math.min(FIRST_PAUSE_MS * 2 ** attempts, MAX_PAUSE_MS);
    }
    account.save();
    plan();
  };

  const plan = (): void => {
    clearTimeout(timer);
    if (isEnding || !webhook) return;
    const waiting = [...account.deliveries.values()].filter(({ eventId }) => !underWay.has(eventId));
    for (const delivery of waiting.filter(({ dueAt }) => dueAt <= Date.now()).slice(0, CONCURRENCY - underWay.size)) {
      underWay.add(delivery.eventId);
      void deliver(webhook, delivery);
    }
    const next = Math.min(...waiting.filter(({ eventId }) => !underWay.has(eventId)).map(({ dueAt }) => dueAt));
    if (Number.isFinite(next) && underWay.size < CONCURRENCY) timer = setTimeout(plan, Math.max(0, next - Date.now()));
  };

  // Delivers the event after the response to the call that caused it.
  account.onEvent = () => void setImmediate(plan);
  plan();
  return {
    stop: () => {
      isEnding = true;
      clearTimeout(timer);
    },
  };
};
