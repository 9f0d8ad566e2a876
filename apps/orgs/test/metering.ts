import { Client, type QueryResult } from 'pg';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { PurchaseItem } from '@portico/contracts/events/billing';
import type { EventList } from '@portico/contracts/http/events';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import type { EventUsage, MeterQuestion, OrganizationUsage } from '@portico/contracts/http/event-usage';
import type { MeterWrite, UsagePeriod } from '@portico/contracts/http/usage';
import { type Call, eventually, read, startServiceStack } from '@portico/testkit';
import { newId, unique } from './orgs.ts';
import { item, publishPurchasesTo, purchase } from './purchases.ts';

/** A meter to save. By default, its periods are calendar months. */
export type MeterFields = MeterQuestion & Partial<MeterWrite>;

const NOTHING = { value: '0', events: 0, digest: '0'.repeat(32) };
const APPS = ['orgs', 'integrations', 'events'] as const;

type Owned = Pick<Partial<PurchaseItem>, 'period'> & { allowed?: number };
export type Owner = { organization: number; integration: number; member: Call; memberId: number };

/** The running processes of orgs, integrations and events. A period freezes as soon as its events are stored. */
export type Metering = Awaited<ReturnType<typeof startMetering>>;
export const startMetering = async (settings: Record<string, string> = {}) => {
  const stack = await startServiceStack(APPS, { USAGE_CLOSING_SECONDS: '0', ...settings });
  const orgs = await stack.as('orgs', 'ADMIN', 1);
  const integrations = await stack.as('integrations', 'ADMIN', 1);
  const events = await stack.as('events', 'ADMIN', 1);

  const created = async (call: Call, path: string, body: object): Promise<number> =>
    ((await call('POST', path, body)).body as { id: number }).id;
  const detailOf = (id: number) => read<OrganizationDetail>(orgs, `/organizations/${id}`);
  const database = async (sql: string, values: unknown[] = []): Promise<QueryResult> => {
    const url = new URL(stack.own.environment.POSTGRES_URL);
    url.pathname = '/orgs';
    const client = new Client({ connectionString: url.href });
    await client.connect();
    return client.query(sql, values).finally(() => client.end());
  };
  return {
    stack,
    orgs,
    events,
    /** Calls integrations as an administrator. */
    integrationsCall: integrations,
    /** Creates an organization that has bought `allowed` units of `key`, with an integration and a member. */
    owner: async (key: string, { allowed = 100, ...of }: Owned = {}): Promise<Owner> => {
      const organization = await created(orgs, '/organizations', { name: unique('Northwind') });
      const name = unique('payroll');
      const integration = await created(integrations, '/integrations', { name, organizationId: organization });
      const checkoutSessionId = `cs_${organization}`;
      const items = [item(key, allowed, of)];
      await publishPurchasesTo(stack.own.kafka, [purchase(organization, { checkoutSessionId, items })]);
      const memberId = newId();
      await orgs('PUT', '/organizations/assign-many', {
        organizationId: organization,
        users: [{ id: memberId, approved: true }],
      });
      const member = await stack.as('orgs', 'CLIENT', memberId);
      await eventually(async () => (await detailOf(organization)).organizationEntitlements.length > 0);
      await eventually(async () => (await read<EventList>(events, '/events')).integrations.includes(name));
      return { organization, integration, member, memberId };
    },
    /** Publishes the next state of an owner's purchase, like billing. `of` changes the purchased item. */
    renew: ({ organization }: Owner, key: string, of: Owned): Promise<void> =>
      publishPurchasesTo(stack.own.kafka, [
        purchase(organization, { checkoutSessionId: `cs_${organization}`, version: 2, items: [item(key, 100, of)] }),
      ]),
    usedOf: async ({ organization }: Owner, key: string): Promise<number | undefined> =>
      (await detailOf(organization)).organizationEntitlements.find(({ entitlement }) => entitlement.lookupKey === key)
        ?.usedCount,
    /** The owner's usage periods, newest first. */
    usageOf: async ({ organization }: Owner): Promise<UsagePeriod[]> =>
      (await read<{ data: UsagePeriod[] }>(orgs, `/organizations/${organization}/usage`)).data,
    publish: async (owned: Owner, ...all: Partial<IntegrationEvent>[]): Promise<void> => {
      for (const fields of all) await stack.publish(owned.integration, owned.organization, fields);
    },
    put: (key: string, meter: MeterFields) => orgs('PUT', `/meters/${key}`, meter),
    /** Number of rows behind a count's evidence link. */
    evidence: async ({ evidence: where, organizationId }: UsagePeriod, call = events): Promise<number> => {
      const search = new URLSearchParams({ where, organizations: String(organizationId) });
      return (await read<EventList>(call, `/events?${search.toString()}`)).count;
    },
    /** Counts again how many events of a period match `where`. */
    countedAgain: async (where: string, period: UsagePeriod): Promise<Omit<OrganizationUsage, 'organizationId'>> => {
      const { organizationId, startsAt: arrivedFrom, countedTo: arrivedTo } = period;
      const questions = [{ where, measure: 'events' as const }];
      const body = { questions, organizations: [organizationId], arrivedFrom, arrivedTo };
      const answer = (await events('POST', '/events/usage', body)).body as EventUsage;
      const [{ value, events: count, digest } = NOTHING] = answer.answers[0]?.data ?? [];
      return { value, events: count, digest };
    },
    /** Number of lines in the export of a count's events. */
    exported: async ({ evidence: where, organizationId }: UsagePeriod): Promise<number> => {
      const search = new URLSearchParams({ where, organizations: String(organizationId), format: 'ndjson' });
      const authorization = `Bearer ${await stack.token('ADMIN', 1)}`;
      const response = await fetch(`${stack.url('events')}/events/export?${search.toString()}`, {
        headers: { authorization },
      });
      if (!response.ok) throw new Error(`the export answered ${response.status}`);
      return (await response.text()).split('\n').filter((line) => line !== '').length;
    },
    /** Ends the running periods of this entitlement now. */
    endPeriods: (key: string): Promise<QueryResult> =>
      database(
        `update usage_periods set ends_at = date_trunc('milliseconds', now()) where lookup_key = $1 and ends_at > now()`,
        [key],
      ),
    /** Changes orgs' database directly, for conditions that a test cannot wait for. */
    database,
  };
};
