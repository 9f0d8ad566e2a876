import { get } from 'node:http';
import { startChild, type Child } from '../process/child.ts';
import type { Component } from './component.ts';

type ServiceOptions = {
  name: string;
  dataDir: string;
  /** Arguments of Node, including the program. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** URL that returns 200 when the service is ready. Without a URL, the service counts as ready when its process runs. */
  readyUrl?: string;
  detail?: string;
};

const READY_MS = 60_000;
const POLL_MS = 40;
const GRACE_MS = 1_000;

export const service = (options: ServiceOptions): Component => {
  const { name, dataDir, args, env, cwd, readyUrl, detail } = options;
  return {
    name,
    ...(detail !== undefined && { detail }),
    start: async ({ signal }) => {
      const child = await startChild({ name, dataDir, command: process.execPath, args, env, cwd });
      if (readyUrl) await untilReady(name, child, readyUrl, signal);
      return {
        exited: child.exited,
        stop: async (graceMs) => void (await child.stop(graceMs)),
        lastLines: child.lastLines,
        found: undefined,
      };
    },
  };
};

const untilReady = async (name: string, child: Child, url: string, signal: AbortSignal) => {
  const deadline = Date.now() + READY_MS;
  let hasEnded = false;
  void child.exited.then(() => (hasEnded = true));
  while (!(await answers(url))) {
    if (hasEnded || signal.aborted || Date.now() > deadline) {
      await child.stop(GRACE_MS);
      const what = hasEnded ? 'ended while it started' : `was not ready within ${READY_MS / 1_000} s`;
      const output = child.lastLines(10).map((line) => `\n    | ${line}`);
      throw new Error(`${name} ${what}${output.join('')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(url, { timeout: 2_000, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
