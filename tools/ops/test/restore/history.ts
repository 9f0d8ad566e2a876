import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { eventually, everyEvent, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import type { Drill, Service } from './drill.ts';

/** Maximum wait for pending changes in milliseconds. */
export const SOON = 60_000;

type Row = { id: number; name: string };
type Rejected = { id: string; event_id: string | null };
/** The data that users see, sorted. A row is `id name`, and an event is `organization/integration/id`. */
export type Shown = {
  organizations: string[];
  users: string[];
  integrations: string[];
  events: string[];
  rejected: string[];
};

export async function shown(drill: Drill): Promise<Shown> {
  const rows = async (service: Service, path: string): Promise<string[]> =>
    (await read<{ data: Row[] }>(drill.call(service), path)).data.map(({ id, name }) => `${id} ${name}`).toSorted();
  const [organizations, users, integrations] = await Promise.all([
    rows('orgs', '/organizations'),
    rows('identity', '/users'),
    rows('integrations', '/integrations'),
  ]);
  const events = await everyEvent(drill.call('events'));
  const { data } = await read<{ data: Rejected[] }>(drill.call('events'), '/events/rejected?limit=100');
  return {
    organizations,
    users,
    integrations,
    events: events.map(({ id, organization, integration }) => `${organization}/${integration}/${id}`).toSorted(),
    rejected: data.map(({ id, event_id }) => `${id} ${event_id}`).toSorted(),
  };
}

export const idsOf = ({ events }: Pick<Shown, 'events'>): string[] =>
  events.map((event) => event.split('/').at(-1) ?? '').toSorted();

/** The ids of an integration, as its publisher uses them. */
export type Source = { id: number; organizationId: number };

export const eventsOf = ({ id, organizationId }: Source, count: number): IntegrationEvent[] =>
  Array.from({ length: count }, () => integrationEvent({ source_id: id, organization_id: organizationId }));

const faulty = (source: Source): { key: string; value: string } => {
  const [event] = eventsOf(source, 1);
  return { key: String(source.organizationId), value: JSON.stringify({ ...event, result: 'MAYBE' }) };
};

/** Publishes these events, and an invalid event for each integration in `rejected`. Waits until all are shown. */
export async function publish(drill: Drill, events: readonly IntegrationEvent[], rejected: readonly Source[] = []) {
  const before = await shown(drill);
  await drill.publisher.publish(...events, ...rejected.map(faulty));
  drill.published.push(...events);
  const ids = [...idsOf(before), ...events.map(({ id }) => id)];
  await untilShown(drill, ids, before.rejected.length + rejected.length);
}

/** Waits until these events are listed, and `rejected` events are in the inbox. */
const untilShown = (drill: Drill, ids: readonly string[], rejected: number): Promise<true> =>
  eventually(async () => {
    const now = await shown(drill);
    const listed = new Set(idsOf(now));
    const missing = ids.filter((id) => !listed.has(id));
    if (missing.length > 0 || now.rejected.length !== rejected)
      throw new Error(`${missing.length} events are missing, ${now.rejected.length} of ${rejected} are in the inbox`);
    return true as const;
  }, SOON);

const create = async (drill: Drill, service: Service, path: string, body: object): Promise<number> => {
  const answer = await eventually(async () => {
    const { status, body: made } = await drill.call(service)('POST', path, body);
    if (status !== 201) throw new Error(`POST ${path} answered ${status} ${JSON.stringify(made)}`);
    return made as { id: number };
  }, SOON);
  return answer.id;
};

export const organizationWithSource = async (drill: Drill, name: string): Promise<Source> => {
  const organizationId = await create(drill, 'orgs', '/organizations', { name });
  const id = await create(drill, 'integrations', '/integrations', { name: `${name} payroll`, organizationId });
  await eventually(async () => {
    const { body } = await drill.call('events')('POST', '/events/validate', eventsOf({ id, organizationId }, 1)[0]);
    return (body as { accepted?: boolean }).accepted === true;
  }, SOON);
  return { id, organizationId };
};

/** Makes a change, after waiting until the service knows the row. */
const change = (drill: Drill, service: Service, method: string, path: string, body?: object): Promise<true> =>
  eventually(async () => {
    const { status, body: answer } = await drill.call(service)(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(answer)}`);
    return true as const;
  }, SOON);

/** The initial rows, and the data that users saw at each backup. `at`: the time of ClickHouse's backup, ISO 8601. */
export type Saved = { acme: Source; globex: Source; user: number; at: string; clickhouse: Shown; postgres: Shown };

/** Creates the initial state of every drill, and backs up ClickHouse, then PostgreSQL. Between the backups, more events arrive. */
export async function saveBoth(drill: Drill): Promise<Saved> {
  const acme = await organizationWithSource(drill, 'Acme');
  const globex = await organizationWithSource(drill, 'Globex');
  const user = await create(drill, 'identity', '/users', {
    name: 'Ada',
    email: 'ada@portico.test',
    usertype: 'CLIENT',
  });
  const users = [{ id: user, approved: true }];
  await change(drill, 'orgs', 'PUT', '/organizations/assign-many', { organizationId: acme.organizationId, users });
  await create(drill, 'integrations', `/integrations/${acme.id}/keys`, { label: 'server' });
  await publish(drill, [...eventsOf(acme, 30), ...eventsOf(globex, 30)], [acme, globex]);
  const [clickhouse, at] = [await shown(drill), new Date().toISOString()];
  await drill.engines.save('clickhouse');
  await organizationWithSource(drill, 'Initech');
  await publish(drill, eventsOf(acme, 10));
  const postgres = await shown(drill);
  await drill.engines.save('postgres');
  return { acme, globex, user, at, clickhouse, postgres };
}

/** Makes changes after the backups: renames, deletions, new rows, events and rejected events. */
export async function goOn(drill: Drill, { acme, globex, user }: Saved): Promise<{ late: Source; before: Shown }> {
  await eventually(() => shown(drill), SOON); // PostgreSQL has just restarted
  await change(drill, 'orgs', 'PUT', `/organizations/${acme.organizationId}`, { name: 'Acme Limited' });
  const late = await organizationWithSource(drill, 'Late');
  await create(drill, 'identity', '/users', { name: 'Bob', email: 'bob@portico.test', usertype: 'CLIENT' });
  await publish(drill, [...eventsOf(acme, 10), ...eventsOf(late, 10)], [acme]);
  // From here on, Globex's partition gets only rejected events.
  await publish(drill, [], [globex, globex]);
  await change(drill, 'integrations', 'DELETE', `/integrations/${globex.id}`);
  await change(drill, 'identity', 'DELETE', `/users/${user}`);
  const renamed = `Acme Limited/Acme payroll/`;
  const before = await eventually(async () => {
    const now = await shown(drill);
    return now.events.some((event) => event.startsWith(renamed)) && now;
  }, SOON);
  return { late, before };
}
