import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** Runs a command in the project's root. Rejects with the output if the command fails. */
export const run = (commandLine: string, environment: NodeJS.ProcessEnv, input = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', commandLine], { cwd: ROOT, env: environment });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`${commandLine}\nexit ${code}\n${printed}`)),
    );
    // Ignore the error of a command that ends before it reads its input. The exit code has the result.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
