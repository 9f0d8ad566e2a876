import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Catalogue, Price, Product } from './catalogue.ts';
import { newestFirst } from './list.ts';
import { newId, now } from './objects.ts';
import type * as objects from './objects.ts';

/** The response to a call with an idempotency key. A repeated call gets the same response. */
type Answered = { request: string; status: number; body: unknown };

/** An event that its receiver has not acknowledged. `dueAt` in milliseconds since 1970. */
export type Delivery = { eventId: string; attempts: number; dueAt: number };

/** Creates the empty tables of an account. Their rows are stored by id, in order of creation. */
const emptyState = () => ({
  /** Products that calls created, without the products of the catalogue. */
  products: new Map<string, Product>(),
  prices: new Map<string, Price>(),
  customers: new Map<string, objects.Customer>(),
  sessions: new Map<string, objects.Session>(),
  /** Line items by session id. */
  lineItems: new Map<string, objects.LineItem[]>(),
  paymentMethods: new Map<string, objects.PaymentMethod>(),
  paymentIntents: new Map<string, objects.PaymentIntent>(),
  charges: new Map<string, objects.Charge>(),
  refunds: new Map<string, objects.Refund>(),
  disputes: new Map<string, objects.Dispute>(),
  subscriptions: new Map<string, objects.Subscription>(),
  invoices: new Map<string, objects.Invoice>(),
  /** Lines by invoice id. */
  invoiceLines: new Map<string, objects.InvoiceLine[]>(),
  meters: new Map<string, objects.Meter>(),
  meterEvents: new Map<string, objects.MeterEvent>(),
  portalSessions: new Map<string, objects.PortalSession>(),
  events: new Map<string, objects.Event>(),
  deliveries: new Map<string, Delivery>(),
  answered: new Map<string, Answered>(),
});
type StoredState = ReturnType<typeof emptyState>;

export type Account = StoredState & {
  /** Base address of the stand-in and of its hosted pages. */
  url: string;
  /** All products and prices, newest first. */
  catalogue: () => Catalogue;
  /** Writes the account to its file; without a file it is only in memory. */
  save: () => void;
  emit: (type: objects.Event['type'], object: object) => void;
  find: (id: string) => object | undefined;
  onEvent: () => void;
};

/** Defaults of fields that are missing in rows of earlier versions. */
const ABSENT: Partial<Record<keyof StoredState, object>> = {
  customers: { invoice_settings: { default_payment_method: null } },
  sessions: { invoice_creation: null },
  subscriptions: { default_payment_method: null },
  invoices: { attempt_count: 1, hosted_invoice_url: null, invoice_pdf: null, next_payment_attempt: null, number: null },
};

const readState = (file: string): StoredState => {
  const state = emptyState();
  if (!existsSync(file)) return state;
  const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, [string, object][]>;
  for (const [name, map] of Object.entries(state) as [keyof StoredState, Map<string, object>][])
    for (const [key, row] of written[name] ?? []) {
      const absent = ABSENT[name];
      map.set(key, absent ? { ...absent, ...row } : row);
    }
  return state;
};

const writeState = (file: string, state: StoredState): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    `${file}.new`,
    JSON.stringify(state, (_, value) => (value instanceof Map ? [...value] : value)),
  );
  renameSync(`${file}.new`, file);
};

type AccountOptions = {
  url: string;
  apiVersion: string;
  /** File of the account, replaced completely at each change. Default: memory only. */
  file: string | undefined;
  /** Products and prices that exist from the start. Calls can create more. */
  offered: Catalogue;
};

/** @throws SyntaxError if the file is not an account. */
export const openAccount = ({ url, apiVersion, file, offered }: AccountOptions): Account => {
  const state = file === undefined ? emptyState() : readState(file);
  const account: Account = {
    ...state,
    url,
    catalogue: () => ({
      products: [...newestFirst(state.products.values()), ...offered.products],
      prices: [...newestFirst(state.prices.values()), ...offered.prices],
    }),
    save: () => (file === undefined ? undefined : writeState(file, state)),
    onEvent: () => undefined,
    emit: (type, object) => {
      const id = newId('evt');
      const event = { id, object: 'event', api_version: apiVersion, created: now(), livemode: false } as const;
      state.events.set(id, { ...event, pending_webhooks: 1, type, data: { object: structuredClone(object) } });
      state.deliveries.set(id, { eventId: id, attempts: 0, dueAt: Date.now() });
      account.onEvent();
    },
    find: (id) =>
      account.catalogue().products.find((product) => product.id === id) ??
      account.catalogue().prices.find((price) => price.id === id) ??
      state.customers.get(id) ??
      state.subscriptions.get(id) ??
      state.invoices.get(id) ??
      state.paymentIntents.get(id) ??
      state.paymentMethods.get(id) ??
      state.charges.get(id),
  };
  return account;
};
