import { setTimeout as sleep } from 'node:timers/promises';
import { kafkaClient } from '@portico/kafka';
import { erasedLines, eraseRows, openDatabase } from '@portico/postgres';
import { readConfig } from '@portico/service';
import { z } from 'zod';
import { COMMAND_RETRIES, recordCommand } from './audit/record-command.ts';
import { EraseConfig } from './config.ts';
import { eventsDatabase } from './database.ts';
import { followDirectory } from './directory/directory.module.ts';
import { Directory } from './directory/directory.ts';
import type { ClickHouse } from './table/clickhouse/clickhouse.ts';
import { clickhouseOf } from './table/prepare.ts';
import { type Deployment, deploymentOf, onCluster } from './table/schema/deployment.ts';
import { KEEP_PLACES, readTableState } from './table/stored-positions.ts';

/** Milliseconds between two reads of the tables, so that rows that are stored late appear in the next read. */
const PAUSE_MS = 2_500;
/** Consecutive reads without rows after which the erasure is complete. */
const MIN_EMPTY_ROUNDS = 2;

const Count = z.object({ count: z.number() });
const Mutation = z.object({ reason: z.string() });

/** `events.js erase <organization>` deletes the data of an organization that orgs has erased. Repeated and concurrent runs are harmless. */
export async function runErase([text = '', ...more]: string[]): Promise<void> {
  const organization = Number(text);
  if (!/^[1-9]\d{0,8}$/.test(text) || more.length > 0) throw new Error('name the organization by its number');
  const config = readConfig('erase', EraseConfig);
  const directory = new Directory();
  const kafka = kafkaClient(config, 'events-erase', COMMAND_RETRIES);
  const following = await followDirectory(kafka, directory);
  const clickhouse = clickhouseOf(config);
  try {
    await following.caughtUp;
    // The service stores new events of the organization until orgs erases the organization.
    if (!directory.organizations.isErased(organization))
      throw new Error(`the orgs service has not erased organization ${organization} yet`);
    await recordCommand(kafka, 'erase', text);
    const erased = { organization, integrations: directory.integrations.lastOf(organization) };
    const orm = await openDatabase(eventsDatabase(config));
    try {
      const counts = await orm.em.fork().transactional((em) => eraseRows(em, { stays: [] }, erased));
      for (const line of erasedLines('events', counts)) console.log(line);
    } finally {
      await orm.close(true);
    }
    const counts = await eraseEvents(clickhouse, deploymentOf(config), erased);
    for (const line of erasedLines('clickhouse', counts)) console.log(line);
  } finally {
    await following.stop();
    await clickhouse.close();
  }
}

type Erased = { organization: number; integrations: readonly number[] };

/**
 * The SQL condition that selects the organization's rows, by table. A rejected event belongs to the organization that the event claims, and
 * to the sender's organization. If the claim is missing or wrong, the event also belongs to the organization of its integration.
 */
const conditionsOf = ({ organization, integrations }: Erased) => ({
  integration_events: `organization_id = ${organization}`,
  rejected_events: `organization_id = ${organization} OR sender_organization_id = ${organization}
    OR (organization_id = 0 OR code = 'wrong_organization') AND has([${integrations.join()}], source_id)`,
  test_events: `organization_id = ${organization}`,
});

/** Deletes the rows until no more appear. Returns the number of rows at the start by table. */
async function eraseEvents(
  clickhouse: ClickHouse,
  deployment: Deployment,
  erased: Erased,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let empty = 0; empty < MIN_EMPTY_ROUNDS; await sleep(PAUSE_MS)) {
    let left = 0;
    for (const [table, where] of Object.entries(conditionsOf(erased))) {
      const sql = `SELECT count() AS count FROM ${table} WHERE ${where}`;
      const [{ count } = { count: 0 }] = await clickhouse.rowsForSure(Count, { sql });
      if (!found.has(table)) found.set(table, count);
      left += count;
      if (count > 0 && !(await isUnderWay(clickhouse, table))) await startErasing(clickhouse, deployment, table, where);
    }
    empty = left === 0 ? empty + 1 : 0;
  }
  return found;
}

/** Starts to delete rows. Deletes only rows of inserts whose positions are recorded, because stored positions must never decrease. */
async function startErasing(
  clickhouse: ClickHouse,
  deployment: Deployment,
  table: string,
  where: string,
): Promise<void> {
  const { head } = await readTableState(clickhouse);
  if (table === 'integration_events') await clickhouse.run(KEEP_PLACES);
  const upTo = table === 'integration_events' ? ` AND insert_number <= ${head.number}` : '';
  await clickhouse.run(`ALTER TABLE ${table}${onCluster(deployment)} DELETE WHERE (${where})${upTo}`);
}

/** Whether ClickHouse is deleting rows. @throws Error if a deletion fails, because ClickHouse would retry it forever. */
async function isUnderWay(clickhouse: ClickHouse, table: string): Promise<boolean> {
  const mutations = await clickhouse.rows(Mutation, {
    sql: `SELECT latest_fail_reason AS reason FROM system.mutations
      WHERE database = currentDatabase() AND table = '${table}' AND is_done = 0`,
  });
  const failed = mutations.find(({ reason }) => reason !== '');
  if (failed) throw new Error(`ClickHouse cannot delete from ${table}: ${failed.reason.slice(0, 300)}`);
  return mutations.length > 0;
}
