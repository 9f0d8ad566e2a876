import { writeSync } from 'node:fs';
import { compactLog } from '../src/log/compaction/compact.ts';
import { PartitionLog } from '../src/log/partition-log.ts';
import { recordBatch } from './support.ts';

/**
 * Appends and compacts without end until it is killed: `node compaction-victim.ts <folder>`. Record n has key n % 40 and
 * value n, every 17th is a tombstone; n is printed on stdout once it is written.
 */
const [folder = ''] = process.argv.slice(2);
const log = new PartitionLog(folder);
const limits = { segmentBytes: 4_000, maxMessageBytes: 1_000_000, useLogAppendTime: true, requireKeys: true };
const config = { segmentBytes: 12_000, minDirtyRatio: 0, minLagMs: 0, maxLagMs: Infinity, deleteRetentionMs: 20 };
const { signal } = new AbortController();
for (;;) {
  for (let i = 0; i < 200; i++) {
    const n = log.nextOffset;
    log.append(recordBatch([{ key: `k${n % 40}`, value: n % 17 === 0 ? null : `v${n}` }]), limits);
    writeSync(1, `${n}\n`);
  }
  await compactLog(log, { config, now: Date.now(), signal });
}
