import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Lines of a service that are kept, to be quoted when it ends before it listens. */
const KEPT = 40;
/** Milliseconds that a service may take until it listens. */
const START_TIMEOUT = 180_000;

export type ServiceProcess = {
  url: string;
  process: ChildProcess;
  /** Ends it as the supervisor would; answers its exit code. */
  stop: () => Promise<number | null>;
  /** Ends it as a crash would. */
  kill: () => Promise<void>;
};

/**
 * Starts one service as its own process, from its source, and waits until it says that it listens; without a PORT on a
 * free one.
 * @param app its folder in `apps/`.
 * @throws Error with its last lines when it ends instead, or does not listen in time.
 */
export async function startServiceProcess(app: string, environment: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['--import', './tools/swc-hook.mjs', `apps/${app}/src/main.ts`], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const said: string[] = [];
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT);
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (line: string): void => {
      said.splice(0, said.length - KEPT);
      said.push(line);
      const address = /listening on (http:\/\/[^"\s]+)/.exec(line)?.[1];
      if (address) resolve(address);
    };
    createInterface({ input: child.stdout }).on('line', listen);
    createInterface({ input: child.stderr }).on('line', listen);
    void exited.then((code) => reject(new Error(`${app} ended with ${code}:\n${said.join('\n')}`)));
  }).finally(() => clearTimeout(timer));
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited;
  };
  return { url, process: child, stop: () => end('SIGTERM'), kill: async () => void (await end('SIGKILL')) };
}
