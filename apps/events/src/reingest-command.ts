import { parseArgs } from 'node:util';
import { kafkaClient } from '@portico/kafka';
import { readConfig } from '@portico/service';
import { COMMAND_RETRIES, recordCommand } from './audit/record-command.ts';
import { EngineConfig } from './config.ts';
import { followDirectory } from './directory/directory.module.ts';
import { Directory } from './directory/directory.ts';
import { type Report, reingest } from './ingest/reingest.ts';
import { refillInbox } from './rejected/refill-inbox.ts';
import { clickhouseOf } from './table/prepare.ts';

const show = ({ total, read, missing }: Report): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${read} of ${total} records read, ${missing} events missing\x1b[K`);
};

/** @throws Error unless the text is ISO 8601, or `earliest` for Kafka's first record. */
function momentOf(text: string | undefined): number {
  const moment = text === 'earliest' ? 0 : Date.parse(text ?? '');
  if (Number.isNaN(moment)) throw new Error('--from should be a moment like 2026-11-22T10:00:00Z, or earliest');
  return moment;
}

/**
 * `events.js reingest --from=<time> [--dry-run]` reads Kafka again and stores missing events. The exit code is 1 if a dry run finds
 * missing events.
 */
export async function runReingest(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, 'dry-run': { type: 'boolean' } } });
  const from = momentOf(values.from);
  const isDryRun = values['dry-run'] ?? false;
  const config = readConfig('events', EngineConfig);
  const kafka = kafkaClient(config, 'events-reingest', COMMAND_RETRIES);
  const clickhouse = clickhouseOf(config);
  const directory = new Directory();
  const following = await followDirectory(kafka, directory);
  try {
    await following.caughtUp;
    if (!isDryRun) await recordCommand(kafka, 'reingest', ...args);
    const options = { kafka, clickhouse, directory, from, isDryRun };
    const outcome = isDryRun ? 'nothing was changed' : 'stored now';
    const events = await reingest({ ...options, progress: show });
    console.log(
      `${events.read} records read, ${events.accepted} events accepted, ${events.missing} missing, ${outcome}`,
    );
    const inbox = await refillInbox(options);
    console.log(`${inbox.read} rejected events read, ${inbox.missing} missing in the inbox, ${outcome}`);
    process.exitCode = isDryRun && events.missing + inbox.missing > 0 ? 1 : 0;
  } finally {
    await following.stop();
    await clickhouse.close();
  }
}
