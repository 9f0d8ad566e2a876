import type { EventList } from '@portico/contracts/http/events';
import type { Rule } from '@portico/contracts/http/rules';
import { type Call, eventually, read } from '@portico/testkit';
import type { Client } from 'pg';
import { failure } from './failures.ts';
import { newRule, type Noticing, verifiedWebhook } from './noticing.ts';

/** Makes the service check a rule's view again and waits for the check. */
export async function looks(database: Client, { id }: Pick<Rule, 'id'>): Promise<void> {
  await database.query(`update rules set viewed_at = now() - interval '31 seconds' where id = $1`, [id]);
  await eventually(async () => {
    const { rowCount } = await database.query(
      `select 1 from rules where id = $1 and viewed_at > now() - interval '25 seconds'`,
      [id],
    );
    return rowCount === 1;
  });
}

/** Moves the start of a rule `minutes` minutes into the past. */
export const startedEarlier = (database: Client, { id }: Pick<Rule, 'id'>, minutes: number): Promise<unknown> =>
  database.query(
    `update rules set view_since = view_since - make_interval(mins => $2), view_to = null, viewed_at = null where id = $1`,
    [id, minutes],
  );

/** Waits until the events list contains `count` events with the name. */
export const listed = (events: Call, name: string, count: number): Promise<unknown> =>
  eventually(async () => (await read<EventList>(events, `/events?event=${name}`)).count === count);

/** Returns the times at which the condition of a rule began or ceased to hold. */
export async function changesOf(database: Client, { id }: Pick<Rule, 'id'>): Promise<string[]> {
  const query = 'select at from transitions where subject = $1 order by id';
  const { rows } = await database.query<{ at: Date }>(query, [`rule:${id}`]);
  return rows.map(({ at }) => at.toISOString());
}

export const ORGANIZATION = { owner: 'organization', organizationId: 1 } as const;
export type Alert = {
  when: 'more' | 'none';
  count?: number;
  minutes: number;
  clock?: 'arrived' | 'happened';
  grace?: number;
};

/** Creates a rule on a view of one event name, and a webhook for the rule. Returns the rule and the webhook's path. */
export async function watch(noticing: Noticing, manager: Call, name: string, alert: Alert): Promise<[Rule, string]> {
  const path = `/webhook/${name}`;
  const { id } = await verifiedWebhook(noticing, manager, path, ORGANIZATION);
  const on = [`view.${alert.when}`, 'view.over'];
  const view = { name: 'Late payruns', search: { event: name, range: '7d', columns: 'timestamp' }, ...alert };
  return [await newRule(manager, [id], { on, view }, ORGANIZATION), path];
}

/** Times of an event, in minutes before {@link NOW}. */
export type Arrival = { arrived: number; happened: number };
export const NOW = Date.now() - 30_000;
const momentOf = (minutes: number): number => NOW - minutes * 60_000;

/** Stores events with the given name and times, as copies of the event `v.seed`. */
export async function storeArrivals(clickhouseUrl: string, name: string, arrivals: readonly Arrival[]): Promise<void> {
  const { origin, pathname, username, password } = new URL(clickhouseUrl);
  const moments = arrivals.map(({ arrived, happened }) => `(${momentOf(arrived)}, ${momentOf(happened)})`).join(', ');
  const sql = `
    INSERT INTO integration_events
    SELECT * EXCEPT moment REPLACE (generateUUIDv4() AS id, '${name}' AS event_name,
      fromUnixTimestamp64Milli(moment.1) AS published_at, fromUnixTimestamp64Milli(moment.2) AS timestamp)
    FROM (SELECT *, arrayJoin([${moments}]) AS moment FROM integration_events WHERE event_name = 'v.seed')`;
  const answer = await fetch(`${origin}/?database=${pathname.slice(1)}`, {
    method: 'POST',
    body: sql,
    headers: {
      'X-ClickHouse-User': decodeURIComponent(username) || 'default',
      'X-ClickHouse-Key': decodeURIComponent(password),
    },
  });
  if (!answer.ok) throw new Error(`ClickHouse answered ${answer.status}: ${await answer.text()}`);
}

/** Returns the fields of an event of integration 21 that happened `minutes` minutes ago. */
export const minutesAgo = (minutes: number) => ({
  source_id: 21,
  timestamp: new Date(Date.now() - minutes * 60_000).toISOString(),
});
export const failures = (count: number, name: string, minutes: number) =>
  Array.from({ length: count }, () => failure(name, minutesAgo(minutes)));
