import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The command as an operator runs it, while the service runs. */
export const command = (environment: Record<string, string>): Promise<{ code: number | null; said: string }> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', './tools/swc-hook.mjs', 'apps/billing/src/main.ts', 'reconcile'],
      { cwd: ROOT, env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...environment } },
    );
    let said = '';
    child.stdout.on('data', (text) => (said += String(text)));
    child.stderr.on('data', (text) => (said += String(text)));
    child.on('close', (code) => resolve({ code, said }));
  });
