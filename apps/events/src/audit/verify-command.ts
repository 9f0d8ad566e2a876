import { parseArgs } from 'node:util';
import { readConfig } from '@portico/service';
import { EngineConfig } from '../config.ts';
import { clickhouseOf } from '../table/prepare.ts';
import { verifyAll, verifyDay } from './verify.ts';

/**
 * `events.js audit verify [--organization=ID --day=YYYY-MM-DD]` verifies one day of one chain, by default every day of every chain.
 * The exit code is 1 if a day has a fault.
 */
export async function runAudit(args: string[]): Promise<void> {
  const options = { organization: { type: 'string' }, day: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.join() !== 'verify') throw new Error('usage: audit verify [--organization=ID] [--day=YYYY-MM-DD]');
  const { organization = '0', day } = values;
  if (!/^\d{1,9}$/.test(organization) || (day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(day)))
    throw new Error('--organization should be an id, and --day a day like 2026-11-28');
  const clickhouse = clickhouseOf(readConfig('events', EngineConfig));
  try {
    const one = day === undefined ? null : await verifyDay(clickhouse, Number(organization), day);
    const { faulty, days, entries } = one
      ? { faulty: one.fault ? [one] : [], days: 1, entries: one.entries }
      : await verifyAll(clickhouse);
    for (const { organization: chain, day: faultyDay, fault } of faulty)
      console.log(
        `${chain === null ? 'product' : `organization ${chain}`}, ${faultyDay}: ${fault?.kind}: ${fault?.message} (${fault?.id ?? '-'})`,
      );
    if (one?.head) console.log(`hash of the last entry of the day: ${one.head}`);
    if (faulty.length === 0) console.log(`${entries} entries of ${days} days are complete, unaltered and in order`);
    process.exitCode = faulty.length > 0 ? 1 : 0;
  } finally {
    await clickhouse.close();
  }
}
