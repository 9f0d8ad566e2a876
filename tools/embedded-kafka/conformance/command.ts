import { spawn, spawnSync } from 'node:child_process';
import { consoleTool, type ConsoleTool, type Installation } from '../apache/index.ts';

const LIMIT_MS = 180_000;

/** Returns the lines of stdout. @throws an error with the last lines of stderr if the command fails. */
export function run(command: string, args: readonly string[], input = '', env = {}): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
      env: { ...process.env, ...env },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      const lines = out.split('\n').filter((line) => line !== '');
      if (code === 0) resolve(lines);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${err.slice(-600)}`));
    });
    // Ignores the error, because a command may exit without reading its input. The exit code shows whether the command failed.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

export function javaTool(
  installation: Installation,
  tool: ConsoleTool,
  args: readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const { command, args: all } = consoleTool(installation, tool, args);
  return run(command, all, input, env);
}

/** Whether kcat, a client based on librdkafka, is installed. Most Linux distributions have a kcat package; npm does not. */
export const hasKcat = spawnSync('kcat', ['-V']).status === 0;
