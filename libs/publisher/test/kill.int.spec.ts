import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually, freePort, randomFrom, SEED } from '@portico/testkit';
import { createPublisher } from '../src/index.ts';
import { KEY } from './door.ts';
import { Verdicts } from './verdicts.ts';

const PROGRAM = join(import.meta.dirname, 'door-process.ts');

let folder: string;
let child: ChildProcess | undefined;

/** Starts a `Door` process on a port, and returns its address. */
const start = async (port: number): Promise<string> => {
  child = spawn(process.execPath, [PROGRAM, String(port), join(folder, 'stored.ndjson')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return url;
};
const kill = async (): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

/** Returns the stored events by id. Must be called while no process has the file open. */
const storedOnDisk = (): ReadonlyMap<string, string> => {
  const verdicts = new Verdicts(join(folder, 'stored.ndjson'));
  verdicts.close();
  return verdicts.stored;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-publisher-'));
});
afterEach(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

it('loses no event while the server is killed, and reports only stored events as accepted', async () => {
  const random = randomFrom(SEED);
  const port = await freePort();
  const url = await start(port);
  const publisher = createPublisher({
    url,
    key: KEY,
    minRetryMs: 5,
    maxRetryMs: 50,
    maxQueueEvents: 200,
    maxBatchEvents: 20,
  });
  const accepted: string[] = [];
  let isPublishing = true;
  const producers = Array.from({ length: 8 }, async (_, producer) => {
    const ids: string[] = [];
    for (let number = 0; isPublishing; number += 1) {
      const events = Array.from({ length: 1 + (number % 40) }, (_, index) => ({
        id: `${producer}-${number}-${index}`,
        source_type: 'payroll',
        event_name: 'payrun.completed',
        result: 'SUCCESS' as const,
        details: { message: 'Paid 12 employees' },
      }));
      const result = await publisher.publish(events);
      expect(result).toEqual({ accepted: events.length, rejected: [] });
      ids.push(...events.map(({ id }) => id));
      accepted.push(...events.map(({ id }) => id));
    }
    return ids;
  });

  for (let round = 0; round < 6; round += 1) {
    const enough = accepted.length + 100 + Math.floor(random() * 400);
    await eventually(() => accepted.length >= enough);
    await kill();
    // All events that the publisher has reported as accepted so far are on disk.
    const stored = storedOnDisk();
    expect(accepted.filter((id) => !stored.has(id))).toEqual([]);
    await start(port);
  }
  isPublishing = false;
  const published = (await Promise.all(producers)).flat();
  await publisher.close();
  await kill();
  const stored = storedOnDisk();
  expect([...stored.keys()].toSorted()).toEqual(published.toSorted());
}, 60_000);
