import { createHmac } from 'node:crypto';
import type { Account, Delivery } from './account.ts';
import { complete } from './complete.ts';
import { now } from './objects.ts';

/** Maximum milliseconds to wait for an acknowledgement. */
const TIMEOUT = 10_000;
/** Milliseconds to wait after a failed delivery. Doubles up to LONGEST_PAUSE; after the last attempt, the event is dropped. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;
const MAX_ATTEMPTS = 1_000;
/** Maximum number of concurrent deliveries. As with Stripe, events may arrive in a different order. */
const AT_ONCE = 4;

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
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};

/** Delivers the account's events to its webhook, each until it is acknowledged. The order is not guaranteed. */
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
      delivery.dueAt = Date.now() + Math.min(FIRST_PAUSE * 2 ** attempts, LONGEST_PAUSE);
    }
    account.save();
    plan();
  };

  const plan = (): void => {
    clearTimeout(timer);
    if (isEnding || !webhook) return;
    const waiting = [...account.deliveries.values()].filter(({ eventId }) => !underWay.has(eventId));
    for (const delivery of waiting.filter(({ dueAt }) => dueAt <= Date.now()).slice(0, AT_ONCE - underWay.size)) {
      underWay.add(delivery.eventId);
      void deliver(webhook, delivery);
    }
    const next = Math.min(...waiting.filter(({ eventId }) => !underWay.has(eventId)).map(({ dueAt }) => dueAt));
    if (Number.isFinite(next) && underWay.size < AT_ONCE) timer = setTimeout(plan, Math.max(0, next - Date.now()));
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
