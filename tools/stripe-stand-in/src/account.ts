import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../stack/src/process/system-error.ts';
import { PRICES, PRODUCTS } from './catalogue.ts';
import { newId, now } from './objects.ts';
import type * as objects from './objects.ts';

/** The answer to a call that carried an idempotency key, given again to the same call. */
type Answered = { request: string; status: number; body: unknown };

/** An event that its receiver has not acknowledged yet. `dueAt` in milliseconds since 1970. */
export type Delivery = { eventId: string; attempts: number; dueAt: number };

/** By id, in the order in which they were made. */
const kept = () => ({
  customers: new Map<string, objects.Customer>(),
  sessions: new Map<string, objects.Session>(),
  /** By session. */
  lineItems: new Map<string, objects.LineItem[]>(),
  paymentIntents: new Map<string, objects.PaymentIntent>(),
  charges: new Map<string, objects.Charge>(),
  refunds: new Map<string, objects.Refund>(),
  disputes: new Map<string, objects.Dispute>(),
  subscriptions: new Map<string, objects.Subscription>(),
  invoices: new Map<string, objects.Invoice>(),
  portalSessions: new Map<string, objects.PortalSession>(),
  events: new Map<string, objects.Event>(),
  deliveries: new Map<string, Delivery>(),
  answered: new Map<string, Answered>(),
});
type Kept = ReturnType<typeof kept>;

export type Account = Kept & {
  /** The address of the stand-in, which hosted pages begin with. */
  url: string;
  /** Writes it all down; without a file it lives in memory. */
  save: () => void;
  /** Sends what happened to the receiver of webhooks. */
  emit: (type: objects.Event['type'], object: object) => void;
  /** Whatever has this id, for `expand`. */
  find: (id: string) => object | undefined;
  /** Called when there is something to deliver. */
  onEvent: () => void;
};

const readKept = (file: string): Kept => {
  const state = kept();
  try {
    const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, [string, never][]>;
    for (const [name, map] of Object.entries(state))
      for (const [key, value] of written[name] ?? []) map.set(key, value);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  return state;
};

const writeKept = (file: string, state: Kept): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    `${file}.new`,
    JSON.stringify(state, (_, value) => (value instanceof Map ? [...value] : value)),
  );
  renameSync(`${file}.new`, file);
};

/**
 * One Stripe account: the catalogue and everything that was bought from it.
 * @param file - where it is kept; what a crash interrupted is whole in it, or not there.
 * @throws SyntaxError when the file is none of its own.
 */
export const openAccount = (url: string, apiVersion: string, file: string | undefined): Account => {
  const state = file === undefined ? kept() : readKept(file);
  const account: Account = {
    ...state,
    url,
    save: () => (file === undefined ? undefined : writeKept(file, state)),
    onEvent: () => undefined,
    emit: (type, object) => {
      const id = newId('evt');
      const event = { id, object: 'event', api_version: apiVersion, created: now(), livemode: false } as const;
      state.events.set(id, { ...event, pending_webhooks: 1, type, data: { object: structuredClone(object) } });
      state.deliveries.set(id, { eventId: id, attempts: 0, dueAt: Date.now() });
      account.onEvent();
    },
    find: (id) =>
      PRODUCTS.find((product) => product.id === id) ??
      PRICES.find((price) => price.id === id) ??
      state.customers.get(id) ??
      state.subscriptions.get(id) ??
      state.invoices.get(id) ??
      state.paymentIntents.get(id) ??
      state.charges.get(id),
  };
  return account;
};
