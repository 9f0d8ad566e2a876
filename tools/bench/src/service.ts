import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { guard, release } from '@portico/stack/process';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export type Service = { url: string; pid: number; stop: () => Promise<void> };

export const startEventsService = (environment: Record<string, string>): Promise<Service> =>
  startService('events', environment);

/** Starts a service from its source, and waits until it listens. It ends with this process. @throws with its last words when it ends. */
export async function startService(app: string, environment: Record<string, string>): Promise<Service> {
  const child = spawn(process.execPath, ['--import', './tools/swc-hook.mjs', `apps/${app}/src/main.ts`], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
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
  const said: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.splice(0, said.length - 20);
      said.push(line);
      const address = /listening on (http:\/\/[^"\s]+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    void exited.then((code) => reject(new Error(`the ${app} service ended with ${code}:\n${said.join('\n')}`)));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url, pid, stop };
}
