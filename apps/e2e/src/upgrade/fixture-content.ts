import { randomUUID } from 'node:crypto';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { type Call, eventually } from '@portico/testkit';
import { callAs } from '@portico/testkit/product/signed-in';
import { connectOutsider, eventOf, type Outsider } from '../outsider.ts';
import type { Stack } from '@portico/testkit/product/stack';
import { brokerTime } from './broker-time.ts';

type Message = Parameters<Outsider['send']>[number];

/** Responses of the API at the creation of the fixture, by path. A later version must return the same responses. */
export type Answers = Record<string, unknown>;

const TIMEOUT_MS = 60_000;
const DAY = 24 * 60 * 60 * 1_000;
const CARD = { card: '4242424242424242', expiry: '12/99', cvc: '123' };

type RejectedPage = { data: { id: string }[]; count: number };

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

/**
 * @returns the response body
 * @throws Error if the API returns an error
 */
export const send = async <Body>(call: Call, method: string, path: string, sent?: unknown): Promise<Body> => {
  const { status, body } = await call(method, path, sent);
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body as Body;
};

type People = { organizations: number[]; payroll: number; ended: number; entitled: number };

const furnish = async (admin: Call): Promise<People> => {
  const { id: northwind } = await send<{ id: number }>(admin, 'POST', '/organizations', {
    name: 'Northwind',
    city: 'Zürich',
    billingEmail: 'billing@northwind.test',
  });
  const { id: contoso } = await send<{ id: number }>(admin, 'POST', '/organizations', { name: 'Contoso' });
  const { id: user } = await send<{ id: number }>(admin, 'POST', '/users', {
    name: 'Una Upgrade',
    email: 'una@northwind.test',
    usertype: 'CLIENT',
  });
  const assigned = { organizationId: northwind, users: [{ id: user, approved: true }] };
  await send(admin, 'PUT', '/organizations/assign-many', assigned);
  const integration = { name: 'payroll', displayName: 'Payroll', organizationId: northwind };
  const { id: payroll } = await send<{ id: number }>(admin, 'POST', '/integrations', integration);
  const closed = { name: 'banking', organizationId: contoso, active: false };
  const { id: ended } = await send<{ id: number }>(admin, 'POST', '/integrations', closed);
  await send(admin, 'POST', '/views', { name: 'Failures of payroll', search: { status: 'FAILURE', page: '2' } });
  return { organizations: [northwind, contoso], payroll, ended, entitled: northwind };
};

/** Buys a product for an organization, so that the organization has a purchase, a product and an entitlement. */
const buy = async (admin: Call, organizationId: number): Promise<void> => {
  const order = { productIds: ['prod_bank_account'], organizationId };
  const { url } = await send<{ url: string }>(admin, 'POST', '/stripe/checkout', order);
  const paid = await fetch(url, { method: 'POST', body: new URLSearchParams(CARD), redirect: 'manual' });
  if (paid.status !== 303) throw new Error(`the payment page answered ${paid.status}`);
  await eventually(async () => {
    const path = `/organizations/${organizationId}`;
    return (
      (await send<{ organizationEntitlements: unknown[] }>(admin, 'GET', path)).organizationEntitlements.length > 0
    );
  }, TIMEOUT_MS);
};

const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;

/** Events with every result and severity, and with texts that a wrong encoding would corrupt. */
const acceptedEvents = (integration: { id: number; organizationId: number }): IntegrationEvent[] =>
  Array.from({ length: 24 }, (_, index) =>
    eventOf(integration, {
      timestamp: iso(brokerTime() - index * 1_234),
      result: index % 3 === 0 ? 'FAILURE' : 'SUCCESS',
      severity_text: SEVERITIES[index % SEVERITIES.length] ?? 'INFO',
      event_name: index % 2 === 0 ? 'payrun.completed' : 'payslip.sent',
      details: { message: `Ran ${index} for Zoë – 給与 🧾`, amounts: [index / 7, { nested: null }] },
    }),
  );

const messageOf = (event: object, more: Partial<Message> = {}): Message => ({ value: JSON.stringify(event), ...more });

/** Messages for each rejection reason, except `unreadable`, which needs a damaged batch. */
const rejectedMessages = ({ payroll, ended, organizations: [own = 0, other = 0] }: People): Message[] => {
  const integration = { id: payroll, organizationId: own };
  const now = iso(brokerTime());
  const event = (changes: Partial<IntegrationEvent>) => eventOf(integration, { timestamp: now, ...changes });
  return [
    { value: '{"id": "half an event' },
    { value: Buffer.from([0xff, 0xfe, 0x00, 0x80]) },
    { value: '["no", "object"]' },
    { value: '{"specversion": "1.0", "type": "portico.integration-event.v1"}' },
    messageOf({ ...event({}), result: 'PERHAPS' }, { key: 'a key', headers: { trace: 'of the publisher' } }),
    messageOf(event({ details: { message: 'x'.repeat(66_000) } })),
    messageOf(event({ timestamp: iso(brokerTime() - 100 * DAY) })),
    messageOf(event({ timestamp: iso(brokerTime() + DAY) })),
    messageOf(event({ source_id: 4_711 })),
    messageOf(event({ source_id: ended, organization_id: other })),
    messageOf(event({ organization_id: other })),
  ];
};

/**
 * Publishes accepted events, one of them twice, and rejected events, and then a correction of one rejected event. The events service
 * must already know the integrations.
 */
const publish = async (stack: Stack, people: People, admin: Call): Promise<void> => {
  const integration = { id: people.payroll, organizationId: people.entitled };
  const outsider = await connectOutsider(stack);
  const accepted = acceptedEvents(integration);
  await outsider.publish(...accepted, ...accepted.slice(0, 1));
  const exact = messageOf(eventOf(integration, { timestamp: iso(brokerTime()) }));
  const digits = String(exact.value).replace('"message":"sent"', '"message":"sent", "exact": 12345678901234567890.10');
  const wrong = { ...eventOf(integration, { timestamp: iso(brokerTime()) }), id: randomUUID(), trace_id: 'nonsense' };
  await outsider.send({ value: digits }, ...rejectedMessages(people), messageOf(wrong));
  await eventually(async () => (await send<RejectedPage>(admin, 'GET', '/events/rejected')).count === 12, TIMEOUT_MS);
  await outsider.publish({ ...wrong, trace_id: 'a'.repeat(32) });
  await eventually(
    async () => (await send<RejectedPage>(admin, 'GET', '/events')).count === accepted.length + 2,
    TIMEOUT_MS,
  );
  await outsider.close();
};

/** Requests all lists of the API. The upgrade test compares the responses with the responses of a later version. */
const readAnswers = async (admin: Call, organizations: readonly number[]): Promise<Answers> => {
  const rejected = '/events/rejected';
  const { data } = await send<RejectedPage>(admin, 'GET', `${rejected}?limit=100`);
  const paths = [
    '/events?limit=100',
    '/events/facets',
    `${rejected}?limit=100`,
    ...data.map(({ id }) => `${rejected}/${id}`),
    '/users?limit=100',
    '/organizations?limit=100',
    ...organizations.map((id) => `/organizations/${id}`),
    '/integrations?limit=100',
    '/views',
    '/admin/billing',
  ];
  const answers: Answers = {};
  for (const path of paths) answers[path] = await send(admin, 'GET', path);
  return answers;
};

/**
 * Creates the content of a fixture in a stack that only has its demo accounts.
 * @returns the responses of the stack's API
 */
export const fillStack = async (stack: Stack): Promise<Answers> => {
  const admin = await callAs(stack, 'admin');
  const people = await furnish(admin);
  const probe = eventOf({ id: people.payroll, organizationId: people.entitled });
  await eventually(async () => {
    const { accepted } = await send<{ accepted: boolean }>(admin, 'POST', '/events/validate', probe);
    return accepted;
  }, TIMEOUT_MS);
  await buy(admin, people.entitled);
  await publish(stack, people, admin);
  return readAnswers(admin, people.organizations);
};
