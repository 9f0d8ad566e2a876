import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export type CommandResult = { code: number; said: string };

/** Runs `npm run ops -- ...` on the engines in the environment, without a running stack. */
export const runOps = (environment: Record<string, string>, ...args: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', PORTICO_DATA_DIR: '/nonexistent', ...environment };
    execFile(process.execPath, ['tools/ops/src/main.ts', ...args], { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
    });
  });
