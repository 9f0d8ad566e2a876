import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceMemory } from '@portico/stack';
import type { BenchStack } from '../bench-stack.ts';
import { processorSeconds } from '../processes.ts';
import { INTEGRATIONS, ORGANIZATIONS } from '../publishing.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Number of processed events, and the processor time and elapsed time for them. Excludes the start of the process. */
export type Cost = { events: number; cpuSeconds: number; seconds: number };

/** Returns the Node arguments of a baseline. A baseline uses the events service's code, so it runs with the service's Node flags. */
const argsOf = (program: string, { brokers }: BenchStack, events: number, starts: string): string[] => [
  ...serviceMemory('events').flags,
  '--import',
  './tools/swc-hook.mjs',
  `apps/events/test/baselines/${program}`,
  ...[brokers, events, starts, INTEGRATIONS, ORGANIZATIONS].map(String),
];

/** Measures a baseline that reads and validates events like the service, but does not store them. */
export async function measureDiscarding(stack: BenchStack, events: number, starts: string): Promise<Cost> {
  const args = argsOf('discard.ts', stack, events, starts);
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return JSON.parse(stdout) as Cost;
}

/**
 * Measures a baseline that inserts the same rows as the service, in blocks that it has prepared before. Includes the processor time of
 * ClickHouse.
 */
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
