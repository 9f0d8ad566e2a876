import { fileURLToPath } from 'node:url';
import { serviceMemory } from '@portico/stack';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What is spawned to run a service. */
export type ServiceProgram = { command: string; args: string[]; cwd: string; env: Record<string, string | undefined> };

/**
 * A service as `npm start` runs it: from the bundle, which the run's start has built.
 * @param app its folder in `apps/`.
 * @param root another checkout: there it runs from its source.
 */
export function serviceProgram(
  app: string,
  args: readonly string[],
  environment: Record<string, string>,
  root?: string,
): ServiceProgram {
  const { flags, environment: memory } = serviceMemory(app);
  const program =
    root === undefined
      ? [...flags, '--enable-source-maps', `dist/services/${app}.js`]
      : ['--import', './tools/swc-hook.mjs', `apps/${app}/src/main.ts`];
  return {
    command: process.execPath,
    args: [...program, ...args],
    cwd: root ?? ROOT,
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...memory, ...environment },
  };
}
