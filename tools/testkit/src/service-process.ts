import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { freePort, guard, release } from '@portico/stack/process';
import { serviceProgram } from './service-program.ts';

/** Lines of a service that are kept, to be quoted when it ends by itself. */
const KEPT = 40;
/** Milliseconds that a service may take until it listens, and a hook that starts services. */
export const STARTING = 60_000;

export type ServiceProcess = {
  url: string;
  pid: number;
  process: ChildProcess;
  /** Its last lines. */
  output: () => string;
  /** Ends it as the supervisor would; answers its exit code. */
  stop: () => Promise<number | null>;
  /** Ends it as a crash would. */
  kill: () => Promise<void>;
};

/**
 * Starts one service as its own process, and waits until it listens; without a PORT on a free one. It ends with this process.
 * With SERVICE_LOGS its lines are printed.
 * @param app its folder in `apps/`.
 * @param root another checkout, from whose source it runs.
 * @throws Error with its last lines when it ends instead, or does not listen in time.
 */
export async function startServiceProcess(
  app: string,
  environment: Record<string, string>,
  root?: string,
): Promise<ServiceProcess> {
  const port = String(await freePort());
  const { command, args, cwd, env } = serviceProgram(app, [], { PORT: port, ...environment }, root);
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const pid = child.pid ?? 0;
  guard(pid, 'SIGTERM');
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      release(pid);
      resolve(code);
    });
  });
  const lines: string[] = [];
  const timer = setTimeout(() => child.kill('SIGKILL'), STARTING);
  const url = await new Promise<string>((resolve, reject) => {
    const read = (line: string): void => {
      if (process.env['SERVICE_LOGS']) process.stderr.write(`${app}: ${line}\n`);
      lines.splice(0, lines.length - KEPT);
      lines.push(line);
      const address = /listening on (http:\/\/[^"\s]+)/.exec(line)?.[1];
      if (address) resolve(address);
    };
    createInterface({ input: child.stdout }).on('line', read);
    createInterface({ input: child.stderr }).on('line', read);
    // Its last lines are read by then, unlike at its exit.
    child.once('close', (code) => reject(new Error(`${app} ended with ${code}:\n${lines.join('\n')}`)));
  }).finally(() => clearTimeout(timer));
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited;
  };
  const output = (): string => lines.join('\n');
  return {
    url,
    pid,
    process: child,
    output,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
