import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { freePort, guard, release } from '@portico/stack/process';
import { serviceProgram } from './service-program.ts';

/** Maximum output lines that are stored, for the error message if the service ends unexpectedly. */
const MAX_LINES = 40;
/** Timeout in milliseconds for a service to listen, and for hooks that start services. */
export const STARTING = 60_000;

export type ServiceProcess = {
  url: string;
  pid: number;
  process: ChildProcess;
  output: () => string;
  /** Stops the service like the supervisor does, and returns the exit code. */
  stop: () => Promise<number | null>;
  kill: () => Promise<void>;
};

/**
 * Starts a service as a separate process, and waits until it listens, on a free port if PORT is not set. The service ends with this
 * process. SERVICE_LOGS prints its output.
 * @param app the service's folder in `apps/`.
 * @param root another checkout, from whose source the service runs.
 * @throws Error with the last output if the service ends, or does not listen in time.
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
      lines.splice(0, lines.length - MAX_LINES);
      lines.push(line);
      const address = /listening on (http:\/\/[^"\s]+)/.exec(line)?.[1];
      if (address) resolve(address);
    };
    createInterface({ input: child.stdout }).on('line', read);
    createInterface({ input: child.stderr }).on('line', read);
    // At `close`, unlike at `exit`, the output is complete.
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
