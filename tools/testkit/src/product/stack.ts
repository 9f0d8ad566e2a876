import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readStack } from '@portico/stack';
import { endLeftovers, freePortsInARow, guard, release } from '@portico/stack/process';
import { eventually } from '../eventually.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** Maximum milliseconds for a start. It is long, because the first start downloads ClickHouse from the npm registry. */
const START_TIMEOUT_MS = 300_000;

export type StackAddresses = {
  consoleUrl: string;
  apiUrl: string;
  kafkaBrokers: string;
  /** Environment variables for project commands against this stack. */
  environment: NodeJS.ProcessEnv;
};

export type Stack = StackAddresses & {
  output: () => string;
  /** Sends Ctrl-C, and waits until all processes have ended. `took`: milliseconds that `npm start` took to end. */
  stop: () => Promise<{ isOrderly: boolean; took: number }>;
};

export type Ports = { CONSOLE_PORT: string; API_PORT: string; KAFKA_PORT: string };

/** Finds free ports for a stack. The OpenID provider's port is the next port after the API's port. */
export async function freePorts(): Promise<Ports> {
  const [base = 0] = await freePortsInARow(4);
  return { CONSOLE_PORT: `${base}`, API_PORT: `${base + 1}`, KAFKA_PORT: `${base + 3}` };
}

/** `root`: the checkout to start; default: this one. `environment`: additional variables. */
type StartOptions = { root?: string; environment?: NodeJS.ProcessEnv };

/** Starts the product as a new user would. Rejects with the output if the product does not become ready. */
export async function startStack(
  dataDir: string,
  ports: Ports,
  options: string[] = [],
  { root = ROOT, environment: own = {} }: StartOptions = {},
): Promise<Stack> {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    ...ports,
    PORTICO_DATA_DIR: dataDir,
    NODE_OPTIONS: '',
    ...own,
  };
  // Remove variables of the tests, so that the stack builds and runs as outside of tests.
  for (const name of ['KAFKA_BROKERS', 'POSTGRES_URL', 'CLICKHOUSE_URL', 'NODE_ENV']) delete environment[name];
  const child = spawn('npm', ['start', '--silent', '--', ...options], { cwd: root, env: environment, detached: true });
  const { pid } = child;
  // Stop the stack when the tests end, even if they are killed.
  if (pid !== undefined) guard(pid, 'SIGINT');
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  // npm may exit before its child processes. The event `close` means that no process has the output open.
  const ended = once(child, 'close');
  await Promise.race([
    eventually(() => printed.includes('Ready in'), START_TIMEOUT_MS),
    ended.then(() => Promise.reject(new Error('the start ended'))),
  ]).catch((error: unknown) => {
    throw new Error(`the stack did not become ready: ${String(error)}\n${printed}`, { cause: error });
  });
  const stack = readStack(dataDir);
  if (!stack) throw new Error(`a ready stack has no file in ${dataDir}\n${printed}`);
  return {
    ...stack,
    environment,
    output: () => printed,
    stop: async () => {
      const began = performance.now();
      const isRunning = child.exitCode === null && child.signalCode === null;
      // A terminal sends Ctrl-C to every foreground process.
      if (isRunning && pid !== undefined) process.kill(-pid, 'SIGINT');
      await ended;
      if (pid !== undefined) release(pid);
      const took = performance.now() - began;
      await endLeftovers(dataDir); // on a slow machine, processes of the stack may still be ending
      return { isOrderly: printed.includes('Ended in'), took };
    },
  };
}

export async function startNewStack(environment: NodeJS.ProcessEnv = {}): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-e2e-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const stack = await startStack(dataDir, await freePorts(), ['--no-demo'], { environment });
    return { ...stack, stop: () => stack.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
