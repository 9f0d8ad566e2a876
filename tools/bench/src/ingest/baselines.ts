import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceMemory } from '@portico/stack';
import type { BenchStack } from '../bench-stack.ts';
import { processorSeconds } from '../processes.ts';
import { INTEGRATIONS, ORGANIZATIONS } from '../publishing.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Events, and the processor time and elapsed time for them, without start-up. */
export type Cost = { events: number; cpuSeconds: number; seconds: number };

/** Baselines use the service's own code, so they are in its folder and run with its flags. */
const argsOf = (program: string, { brokers }: BenchStack, events: number, starts: string): string[] => [
  ...serviceMemory('events').flags,
  '--import',
  './tools/swc-hook.mjs',
  `apps/events/test/baselines/${program}`,
  ...[brokers, events, starts, INTEGRATIONS, ORGANIZATIONS].map(String),
];

/** Reads and judges events like the service, but stores nothing. */
export async function measureDiscarding(stack: BenchStack, events: number, starts: string): Promise<Cost> {
  const args = argsOf('discard.ts', stack, events, starts);
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return JSON.parse(stdout) as Cost;
}

/** Inserts the same rows as prepared blocks, in batches of the same size. Measures the processor time of the sender and of ClickHouse. */
export async function measureDirect(stack: BenchStack, events: number, starts: string): Promise<Cost> {
  const child = spawn(process.execPath, argsOf('direct.ts', stack, events, starts), {
    cwd: ROOT,
    env: { ...process.env, CLICKHOUSE_URL: stack.urlOf('direct') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const before = await processorSeconds(stack.clickhousePid);
  child.stdin.write('go\n');
  const { value, done } = await lines.next();
  if (done === true) throw new Error('the direct insert ended before it was done');
  const own = JSON.parse(value) as Cost;
  await stack.merged();
  const used = (await processorSeconds(stack.clickhousePid)) - before;
  return { ...own, cpuSeconds: own.cpuSeconds + used };
}
