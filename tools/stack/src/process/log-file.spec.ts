import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { lastLines, openLog, sizeOf } from './log-file.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portico-logs-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the log of a process', () => {
  it('summarizes the last errors of this run', () => {
    const log = openLog(dataDir, 'orgs');
    writeFileSync(log, 'an earlier run\n');
    const from = sizeOf(log);
    const entries = [
      { level: 30, msg: 'request completed' },
      { level: 50, msg: 'cannot store', err: { message: 'the disk is full' } },
      { level: 60, msg: 'gone', err: { message: 'gone' } },
    ];
    appendFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    appendFileSync(log, '{ torn\nplain words\n\n');
    expect(lastLines(log, 10, from)).toEqual(['cannot store: the disk is full', 'gone', '{ torn', 'plain words']);
    expect(lastLines(log, 1, from)).toEqual(['plain words']);
    expect(lastLines(join(dataDir, 'absent'), 3)).toEqual([]);
  });

  it('is rotated at start when it is large', () => {
    const log = openLog(dataDir, 'events');
    writeFileSync(log, Buffer.alloc(10 * 1024 * 1024 + 1, 'x'));
    expect(openLog(dataDir, 'events')).toBe(log);
    expect(existsSync(log)).toBe(false);
    expect(statSync(`${log}.1`).size).toBeGreaterThan(10 * 1024 * 1024);
  });
});
