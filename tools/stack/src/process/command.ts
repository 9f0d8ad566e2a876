import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { signalGroup } from './identity.ts';
import { guard, release } from './reaper.ts';

type Command = { command: string; args: readonly string[]; cwd: string; env?: NodeJS.ProcessEnv };

const LAST_LINES = 5;

export class CommandFailed extends Error {
  /** stdout and stderr in the order of arrival. */
  readonly output: string;

  constructor(command: string, output: string) {
    super(`${command} failed:\n${output.trimEnd().split('\n').slice(-LAST_LINES).join('\n')}`);
    this.output = output;
  }
}

/**
 * Runs a command to its end. The command cannot outlive this process.
 * @returns stdout and stderr in the order of arrival.
 * @throws CommandFailed, or the system's error when the command cannot be started.
 */
export const runCommand = async ({ command, args, cwd, env }: Command): Promise<string> => {
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(env && { env }),
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  guard(pid, 'SIGTERM');
  const [code]: unknown[] = await once(child, 'close');
  signalGroup(pid, 'SIGKILL');
  release(pid);
  const output = Buffer.concat(chunks).toString('utf8');
  if (code !== 0) throw new CommandFailed(command, output);
  return output;
};
