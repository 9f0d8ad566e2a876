/** Runs billing's command `reconcile`: on the running one-machine stack, or on the database and Stripe account from the environment. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { secretsOf } from '../secrets.ts';
import { dataDirOf, readStack } from '../stack-file.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Takes values that are missing in the environment from the running stack. */
const environmentOf = (given: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const dataDir = dataDirOf(given);
  const stack = readStack(dataDir);
  if (!stack?.running) return given;
  const isLocal = !given['STRIPE_SECRET_KEY'];
  return {
    ...given,
    POSTGRES_URL: given['POSTGRES_URL'] || stack.postgresUrl,
    ...(isLocal && { STRIPE_SECRET_KEY: secretsOf(dataDir).stripeKey, STRIPE_API_URL: stack.stripeApiUrl }),
  };
};

const child = spawn(
  process.execPath,
  ['--import', './tools/swc-hook.mjs', 'apps/billing/src/main.ts', 'reconcile', ...process.argv.slice(2)],
  { cwd: ROOT, env: environmentOf(process.env), stdio: 'inherit' },
);
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
