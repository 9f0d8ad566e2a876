import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Step } from './plan.ts';
import type { Written } from './targets.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Milliseconds between the request to end and the end. */
const GRACE = 15_000;

/** Runs one benchmark, whose lines are shown as they come. @returns what it has written; nothing when it failed or took too long. */
export async function runStep({ script, args, minutes }: Step): Promise<Written | undefined> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (signal: NodeJS.Signals): void => {
    // A group of its own: npm, the benchmark, and the engines that it started.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
  };
  const asked = setTimeout(() => end('SIGTERM'), minutes * 60_000);
  const ended = setTimeout(() => end('SIGKILL'), minutes * 60_000 + GRACE);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => process.stdout.write(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    process.stderr.write(chunk);
  });
  await once(child, 'close');
  clearTimeout(asked);
  clearTimeout(ended);
  const file = /written to (bench-results\/\S+\.json)/.exec(said)?.[1];
  if (file === undefined) return undefined;
  return JSON.parse(await readFile(join(ROOT, file), 'utf8')) as Written;
}
