import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { processorSeconds } from './processor-time.ts';
import { INTEGRATIONS, ORGANIZATIONS } from './publishing.ts';
import type { BenchStack } from './bench-stack.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HOOK = './tools/swc-hook.mjs';
const FOLDER = 'apps/events/test/baselines';

/** Events, and the processor time and the time that they took; start-up is in neither. */
export type Cost = { events: number; cpuSeconds: number; seconds: number };
export type Baseline = Cost & { perCoreSecond: number };

export const perCoreSecond = (cost: Cost): Baseline => ({
  ...cost,
  perCoreSecond: Math.round(cost.events / cost.cpuSeconds),
});

const argsOf = (program: string, { brokers }: BenchStack, events: number, starts: string): string[] => [
  '--import',
  HOOK,
  `${FOLDER}/${program}`,
  brokers,
  String(events),
  starts,
  String(INTEGRATIONS),
  String(ORGANIZATIONS),
];

/** The same reading and judging, and nothing stored. */
export async function measureDiscarding(stack: BenchStack, events: number, starts: string): Promise<Baseline> {
  const { stdout } = await promisify(execFile)(process.execPath, argsOf('discard.ts', stack, events, starts), {
    cwd: ROOT,
  });
  return perCoreSecond(JSON.parse(stdout) as Cost);
}

/** The same rows, ready as text, in batches of the same size: the sender's processor time and ClickHouse's. */
export async function measureDirect(stack: BenchStack, events: number, starts: string): Promise<Baseline> {
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
  return perCoreSecond({ ...own, cpuSeconds: own.cpuSeconds + used });
}
