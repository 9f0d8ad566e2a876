import { Kafka, logLevel } from '@portico/kafka/client';
import { TOPICS } from '@portico/kafka';
import { eventually, readTopic } from '@portico/testkit';
import { Client } from 'pg';
import type { Product } from './permissions/product.ts';

type Engines = Product['engines'];

/** Matches every table. */
const ANY = null;

const TEXTS = `select c.table_name as "table", array_agg(c.column_name::text) filter (where c.data_type = 'bytea') as bytes
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1`;

async function inDatabase<T>({ postgresUrl }: Engines, name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: `${postgresUrl.replace(/\/$/, '')}/${name}` });
  await client.connect();
  return work(client).finally(() => client.end());
}

const databasesOf = (engines: Engines): Promise<string[]> =>
  inDatabase(engines, 'postgres', async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where datallowconn and datname <> 'template1' order by 1",
    );
    return rows.map(({ name }) => name);
  });

/** Tables in all databases with one of these texts in any column, such as `orgs.users`. */
async function tablesWith(engines: Engines, texts: readonly string[] | null): Promise<string[]> {
  const found: string[] = [];
  for (const database of await databasesOf(engines))
    await inDatabase(engines, database, async (client) => {
      const { rows } = await client.query<{ table: string; bytes: string[] | null }>(TEXTS);
      for (const { table, bytes } of rows) {
        if (texts === null) {
          found.push(`${database}.${table}`);
          continue;
        }
        const whole = [`t::text`, ...(bytes ?? []).map((column) => `encode(t."${column}", 'escape')`)];
        const any = whole.map((text) => `lower(coalesce(${text}, '')) like any($1)`).join(' or ');
        const sql = `select count(*)::int as count from "${table}" t where ${any}`;
        const counted = await client.query<{ count: number }>(sql, [texts.map((text) => `%${text.toLowerCase()}%`)]);
        if (counted.rows[0]?.count !== 0) found.push(`${database}.${table}`);
      }
    });
  return found;
}

/** ClickHouse tables that contain one of the texts. */
async function clickhouseWith({ clickhouseUrl }: Engines, texts: readonly string[] | null): Promise<string[]> {
  const url = new URL(clickhouseUrl);
  const database = url.pathname.slice(1);
  const headers = { authorization: `Basic ${btoa(`${url.username}:${decodeURIComponent(url.password)}`)}` };
  const ask = async (sql: string): Promise<string[]> => {
    const response = await fetch(new URL(`/?database=${database}`, url.origin), { method: 'POST', body: sql, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text.split('\n').filter((line) => line !== '');
  };
  const tables = await ask(`SELECT name FROM system.tables WHERE database = '${database}' FORMAT TSV`);
  if (texts === null) return tables.map((table) => `clickhouse.${table}`);
  const found: string[] = [];
  for (const table of tables) {
    const any = texts.map((text) => `positionCaseInsensitive(formatRow('JSONEachRow', *), '${text}') > 0`).join(' OR ');
    const [count] = await ask(`SELECT count() FROM ${table} WHERE ${any} FORMAT TSV`);
    if (count !== '0') found.push(`clickhouse.${table}`);
  }
  return found;
}

/** Topics with one of these texts in a record. In a compacted topic, only the last record of each key counts. */
async function topicsWith({ kafkaBrokers }: Engines, texts: readonly string[]): Promise<string[]> {
  const kafka = new Kafka({ clientId: 'traces', brokers: [kafkaBrokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const look = async (name: string): Promise<string[]> => {
    const offsets = await admin.fetchTopicOffsets(name);
    const expected = offsets.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
    if (expected === 0) return [];
    const { received, stop } = await readTopic(name, kafka);
    await eventually(() => received.length >= expected).finally(stop);
    const isCompacted = TOPICS.find((topic) => topic.name === name)?.config['cleanup.policy'] === 'compact';
    const records = isCompacted ? [...new Map(received.map((record) => [record.key, record])).values()] : received;
    const whole = JSON.stringify(records).toLowerCase();
    return texts.some((text) => whole.includes(text.toLowerCase())) ? [`kafka.${name}`] : [];
  };
  try {
    const names = (await admin.listTopics()).filter((name) => !name.startsWith('__'));
    return (await Promise.all(names.map(look))).flat();
  } finally {
    await admin.disconnect();
  }
}

const REFERRING = `select distinct c.table_name as "table" from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    and c.column_name ~ '(user_id|_by$|email|assignee)'`;

/** Tables with a column whose name suggests a reference to a user or an e-mail address. */
export const tablesReferringToPeople = async (engines: Engines): Promise<string[]> => {
  const found: string[] = [];
  for (const database of await databasesOf(engines))
    await inDatabase(engines, database, async (client) => {
      const { rows } = await client.query<{ table: string }>(REFERRING);
      found.push(...rows.map(({ table }) => `${database}.${table}`));
    });
  return found;
};

/** Every table and topic, such as `orgs.users`, `clickhouse.test_events` and `identity.user.v1`. */
export async function placesOf(engines: Engines): Promise<string[]> {
  const tables = [...(await tablesWith(engines, ANY)), ...(await clickhouseWith(engines, ANY))];
  return [...tables, ...TOPICS.map(({ name }) => name)].toSorted();
}

/** Every table and topic that contains one of these texts, in any case. */
export const tracesOf = async (engines: Engines, texts: readonly string[]): Promise<string[]> =>
  [
    ...(await tablesWith(engines, texts)),
    ...(await clickhouseWith(engines, texts)),
    ...(await topicsWith(engines, texts)),
  ].toSorted();
