import { execFile } from 'node:child_process';
import { serviceProgram } from './service-program.ts';

export const runServiceCommand = (
  app: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const { command, args: all, cwd, env } = serviceProgram(app, args, { PORT: '0', ...environment });
    execFile(command, all, { cwd, env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}` });
    });
  });
