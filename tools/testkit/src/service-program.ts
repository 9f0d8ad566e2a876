import { fileURLToPath } from 'node:url';
import { serviceMemory } from '@portico/stack';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

type ServiceProgram = { command: string; args: string[]; cwd: string; env: Record<string, string | undefined> };

/**
 * The command that starts a service as in `npm start`, from the bundle that was built at the start of the run.
 * @param app the service's folder in `apps/`.
 * @param root another checkout, from whose source the service runs.
 */
export function serviceProgram(
  app: string,
  args: readonly string[],
  environment: Record<string, string>,
  root?: string,
): ServiceProgram {
  const { flags, environment: memory } = serviceMemory(app, environment['EVENTS_ROLES']);
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
