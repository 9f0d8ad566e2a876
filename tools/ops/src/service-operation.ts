import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { UsageError } from './command.ts';
import { withStack } from './environment.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Services that publish states, or have copies of other services' states. */
export const SERVICES = ['identity', 'orgs', 'integrations', 'billing', 'alerts'] as const;

/** @throws UsageError for an unknown name. */
export const serviceNamed = (name: string | undefined): string => {
  const service = SERVICES.find((one) => one === name);
  if (service === undefined) throw new UsageError(`no service '${name ?? ''}', there are: ${SERVICES.join(', ')}`);
  return service;
};

/**
 * Runs an operation of a service. The service implements it in src/operations.ts, because only the service knows its tables.
 * @returns whether the operation found no differences, and with `isQuiet` the output (otherwise the output is printed).
 */
export async function runInService(
  service: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { isQuiet = false } = {},
): Promise<{ isRight: boolean; printed: string }> {
  const child = spawn(process.execPath, ['--import', './tools/swc-hook.mjs', `apps/${service}/src/main.ts`, ...args], {
    cwd: ROOT,
    env: { LOG_LEVEL: 'warn', ...withStack(environment) },
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0 && code !== 1) throw new Error(`${service}: ${args.join(' ')} failed`);
  return { isRight: code === 0, printed: Buffer.concat(chunks).toString('utf8') };
}
