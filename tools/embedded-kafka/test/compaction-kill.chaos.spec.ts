import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordsOf } from '../src/log/compaction/compact-batch.ts';
import { PartitionLog } from '../src/log/partition-log.ts';
import { isIntactBatch, readBatchHeader } from '../src/log/record-batch.ts';
import { temporaryFolder } from './support.ts';

const victim = join(import.meta.dirname, 'compaction-victim.ts');
const KILLS = Number(process.env.PORTICO_COMPACTION_KILLS ?? 3);
const KEYS = 40;

/** Appends and compacts until it is killed after `ms`; gives the last record that was told to be written. */
async function killedAfter(folder: string, ms: number): Promise<number> {
  const child = spawn(process.execPath, [victim, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out = (out + chunk.toString()).slice(-100)));
  await once(child.stdout, 'data');
  await sleep(ms);
  child.kill('SIGKILL');
  await once(child, 'close');
  return Number(out.trimEnd().split('\n').at(-1));
}

/** Offset and whether it is a tombstone, of the last record of each key as a reader meets them; each batch checked. */
function replay(log: PartitionLog): Map<string, { offset: number; isTombstone: boolean }> {
  const state = new Map<string, { offset: number; isTombstone: boolean }>();
  let next = log.logStartOffset;
  let last = -1;
  for (let bytes = log.read(next, 1_000_000, true); bytes !== undefined; bytes = log.read(next, 1_000_000, true)) {
    for (let at = 0; at < bytes.length;) {
      expect(isIntactBatch(bytes, at)).toBe(true);
      const { byteLength, lastOffset } = readBatchHeader(bytes, at);
      for (const { key, offset, isTombstone } of recordsOf(bytes.subarray(at, at + byteLength)) ?? []) {
        expect(offset).toBeGreaterThan(last);
        last = offset;
        state.set(String(key), { offset, isTombstone });
      }
      at += byteLength;
      next = lastOffset + 1;
    }
  }
  return state;
}

it(`compaction keeps the last record of each key and no deleted key after kill -9 at any instant (${KILLS} times)`, async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, '0');
  for (let kill = 0; kill < KILLS; kill++) {
    const acknowledged = await killedAfter(path, Math.random() * 150);
    const log = new PartitionLog(path);
    expect(log.nextOffset).toBeGreaterThan(acknowledged);
    const state = replay(log);
    for (let n = log.nextOffset - 1; n >= Math.max(0, log.nextOffset - KEYS); n--) {
      const found = state.get(`k${n % KEYS}`);
      const isTombstone = n % 17 === 0;
      if (isTombstone) expect(found ?? { offset: n, isTombstone }).toEqual({ offset: n, isTombstone });
      else expect(found).toEqual({ offset: n, isTombstone });
    }
    expect(readdirSync(path).filter((name) => /swap|cleaned/.test(name))).toEqual([]);
    log.discard();
  }
  folder.remove();
}, 600_000);
