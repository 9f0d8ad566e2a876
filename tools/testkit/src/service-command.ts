import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs a service's process until it ends, from its source: one of its commands, or a start that fails. */
export const runServiceCommand = (
  app: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const command = ['--import', './tools/swc-hook.mjs', `apps/${app}/src/main.ts`, ...args];
    const env = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', PORT: '0', ...environment };
    execFile(process.execPath, command, { cwd: ROOT, env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}` });
    });
  });
