import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Thrown if a system cannot run on this machine. The message is the reason in one line. */
export class SystemMissing extends Error {}

const run = promisify(execFile);

const errorLine = (error: unknown): string => {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
  const lines = `${stderr}\n${stdout}`.split('\n').map((line) => line.trim());
  const line = lines.find((one) => /error/i.test(one)) ?? lines.find((one) => one !== '');
  return (line ?? String(error)).slice(0, 300);
};

/** Runs a program, and returns its output. @throws SystemMissing, with `purpose` in the message, if the program does not run. */
export const requireProgram = async (program: string, args: readonly string[], purpose: string): Promise<string> => {
  try {
    const { stdout, stderr } = await run(program, args);
    return stdout + stderr;
  } catch (error) {
    throw new SystemMissing(`${purpose}: there is no working '${program}' on the PATH`, { cause: error });
  }
};

/** @throws SystemMissing with the first error that the command printed. */
export const fetchWith = async (
  program: string,
  args: readonly string[],
  purpose: string,
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<void> => {
  await run(program, args, { ...options, maxBuffer: 64 << 20 }).catch((error: unknown) => {
    throw new SystemMissing(`${purpose}: ${errorLine(error)}`, { cause: error });
  });
};
