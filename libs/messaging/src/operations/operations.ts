import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureTopics, guarded, KafkaConfig, kafkaClient } from '@portico/kafka';
import { DatabaseConfig, type DatabaseOptions, migrateCommand, openDatabase } from '@portico/postgres';
import type { LetterService } from '@portico/contracts/http/dead-letters';
import { readConfig } from '@portico/service';
import { asCommand } from '../audit/as-command.ts';
import { deadLettersCommand } from './dead-letters-command.ts';
import { type Found, linesOf } from './difference.ts';
import { eraseCommand, type Erasure } from './erase.ts';
import type { StateCopy } from './copy.ts';
import type { OwnedStates, Place } from './owned-states.ts';

/** The parts of a service that the operations of `npm run ops` work on. */
export type Operations = {
  service: LetterService;
  database: (config: DatabaseConfig) => DatabaseOptions;
  owned: readonly OwnedStates[];
  copies: readonly StateCopy[];
  /** The data that `erase` deletes with an organization. */
  erasure: Erasure;
};

/** Retries of one request to Kafka. Low, so that a command fails soon. */
const RETRIES = 4;
/**
 * Maximum number of comparisons. A single comparison may find a difference only because a change has not reached the topic or the copy yet.
 */
const MAX_ATTEMPTS = 4;
const PAUSE_MS = 1_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const progressOf = (topic: string) => (count: number) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${topic}: ${count}\x1b[K`);
};

/** Returns whether there are any differences. */
const report = (found: readonly Found[]): boolean => {
  const differing = found.filter(({ differences }) => differences.length > 0);
  for (const line of differing.flatMap(linesOf)) say(line);
  return differing.length > 0;
};

/** Returns the results of comparisons that still find a difference after {@link MAX_ATTEMPTS} attempts, and the number of aggregates. */
async function lastingDifferences(
  place: Place,
  comparisons: readonly Pick<StateCopy, 'compare'>[],
): Promise<{ found: Found[]; count: number }> {
  let [remaining, count] = [[...comparisons], 0];
  let found: Found[] = [];
  for (let look = 1; look <= MAX_ATTEMPTS && remaining.length > 0; look += 1) {
    if (look > 1) await sleep(PAUSE_MS);
    found = [];
    for (const one of remaining) found.push(await one.compare(place));
    if (look === 1) count = found.reduce((sum, one) => sum + one.count, 0);
    remaining = remaining.filter((_, index) => found[index]?.differences.length !== 0);
    found = found.filter(({ differences }) => differences.length > 0);
  }
  return { found, count };
}

const COMMANDS = {
  republish: async ({ owned }: Operations, place: Place, args: string[]): Promise<boolean> => {
    const { values } = parseArgs({
      args,
      options: { 'dry-run': { type: 'boolean' }, 'end-missing': { type: 'boolean' } },
    });
    if (values['dry-run']) {
      const found = [];
      for (const states of owned) found.push(await states.compare(place));
      const differs = report(found);
      for (const { subject, count } of found) say(`${subject}: would publish ${count} states again`);
      return differs;
    }
    for (const states of owned) {
      const count = await states.republish(place, values['end-missing'] ?? false, progressOf(states.topic));
      say(`${states.topic}: ${count} states queued in the outbox, ${place.service} publishes them`);
    }
    return false;
  },
  rebuild: async ({ copies }: Operations, place: Place, args: string[]): Promise<boolean> => {
    const { values, positionals } = parseArgs({
      args,
      options: { 'dry-run': { type: 'boolean' } },
      allowPositionals: true,
    });
    const copy = copies.find(({ table }) => table === positionals[0]);
    if (!copy)
      throw new Error(`no copy '${positionals[0]}', there are: ${copies.map(({ table }) => table).join(', ')}`);
    const found = await (values['dry-run'] ? copy.compare(place) : copy.rebuild(place));
    const differs = report([found]);
    const { subject, count, differences } = found;
    if (!differs) say(`${subject}: all ${count} rows match`);
    else say(values['dry-run'] ? 'nothing was changed' : `${differences.length} rows corrected from ${copy.topic}`);
    return differs && values['dry-run'] === true;
  },
  compare: async ({ owned, copies }: Operations, place: Place): Promise<boolean> => {
    const { found, count } = await lastingDifferences(place, [...owned, ...copies]);
    const differs = report(found);
    if (!differs) say(`${place.service}: ${count} states match`);
    return differs;
  },
  erase: ({ erasure }: Operations, place: Place, args: string[]): Promise<boolean> =>
    eraseCommand(erasure, place, args),
};

/**
 * Runs the operation named in a process's arguments.
 * @returns false if the arguments name no operation, so that the process starts as a service.
 */
export async function runOperation([name = '', ...args]: string[], operations: Operations): Promise<boolean> {
  if (await migrateCommand([name, ...args], operations.database)) return true;
  if (await deadLettersCommand([name, ...args], operations.service, operations.database)) return true;
  const command = Object.entries(COMMANDS).find(([one]) => one === name)?.[1];
  if (!command) return false;
  const { service, database, owned, copies, erasure } = operations;
  const config = readConfig(name, guarded(DatabaseConfig.extend(KafkaConfig.shape)));
  try {
    const kafka = kafkaClient(config, service, RETRIES);
    await ensureTopics(kafka, config, [...new Set([...owned, ...copies, ...erasure.states].map(({ topic }) => topic))]);
    const orm = await openDatabase(database(config));
    try {
      const run = () => command(operations, { service, orm, kafka }, args);
      // A comparison must not add an audit entry, which `asCommand` adds even for locking rows.
      const isLook = name === 'compare' || args.includes('--dry-run');
      if (await (isLook ? run() : asCommand(orm, service, [name, ...args], run))) process.exitCode = 1;
    } finally {
      await orm.close(true);
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
  return true;
}
