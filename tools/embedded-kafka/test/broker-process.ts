import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { until } from './support.ts';

const main = join(import.meta.dirname, '../src/main.ts');
const children = new Set<ChildProcess>();

export interface BrokerProcess {
  readonly child: ChildProcess;
  readonly output: { out: string; err: string };
}

/** Starts the broker with these flags as a child process. `through`: a wrapper command that runs the broker. */
export function spawnProcess(flags: readonly string[], through: readonly string[] = []): BrokerProcess {
  const [command = process.execPath, ...args] = [...through, process.execPath, main, ...flags];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  return { child, output };
}

export async function startProcess(
  flags: readonly string[],
  through: readonly string[] = [],
): Promise<BrokerProcess & { readonly port: number }> {
  const started = spawnProcess(flags, through);
  const { child, output } = started;
  const line = await until(
    'the broker is ready',
    () => {
      if (child.exitCode !== null) throw new Error(`the broker ended: ${output.err}`);
      return output.out.includes('\n') && output.out;
    },
    60_000,
  );
  const { ready, port } = JSON.parse(line) as { ready: boolean; port: number };
  if (!ready) throw new Error(`not ready: ${line}`);
  return { ...started, port };
}

export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

export function killAll(): void {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
}
