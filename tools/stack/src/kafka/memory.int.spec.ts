import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually } from '@portico/testkit';
import { startKafka } from './index.ts';

const MIB = 1024 * 1024;

/** Runs in the broker: makes objects that survive garbage collections, and writes how large the young generation became. */
const probe = (file: string): string => `
  import { renameSync, writeFileSync } from 'node:fs';
  import { getHeapSpaceStatistics } from 'node:v8';
  const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').physical_space_size;
  process.on('SIGUSR2', () => {
    const survivors = [];
    let largest = 0;
    while (survivors.length < 500_000) {
      survivors.push({ number: survivors.length, list: [1, 2] });
      if (survivors.length % 1_000 === 0) largest = Math.max(largest, young());
    }
    writeFileSync(${JSON.stringify(`${file}.new`)}, String(largest));
    renameSync(${JSON.stringify(`${file}.new`)}, ${JSON.stringify(file)});
  });`;

it('the broker of the one-machine stack keeps a young generation of at most 3 MiB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-kafka-memory-'));
  const file = join(folder, 'young');
  const options = process.env['NODE_OPTIONS'];
  process.env['NODE_OPTIONS'] = `--import data:text/javascript,${encodeURIComponent(probe(file))}`;
  const engine = await startKafka({ dataDir: folder }).finally(() => {
    if (options === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = options;
  });
  try {
    process.kill(engine.pid, 'SIGUSR2');
    const bytes = await eventually(() => Number(readFileSync(file, 'utf8')));
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(3 * MIB);
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
