/**
 * Runs the OpenID provider as a separate process until SIGTERM. Environment: PORT, DATA_DIR, CONSOLE_URL, OIDC_CLIENT_ID,
 * OIDC_AUDIENCE, PRODUCT_NAME. Prints the line `{"ready":true,"issuer":"…"}` when ready.
 */
import { startIdentityProvider } from '../identity-provider/index.ts';
import { messageOf } from '../process/system-error.ts';

const variable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

try {
  const { issuer, stop } = await startIdentityProvider({
    port: Number(variable('PORT')),
    dataDir: variable('DATA_DIR'),
    consoleUrl: variable('CONSOLE_URL'),
    clientId: variable('OIDC_CLIENT_ID'),
    audience: variable('OIDC_AUDIENCE'),
    productName: variable('PRODUCT_NAME'),
  });
  for (const name of ['SIGTERM', 'SIGINT'] as const)
    process.on(name, () => {
      void stop().finally(() => process.exit(0));
    });
  process.stdout.write(`${JSON.stringify({ ready: true, issuer })}\n`);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
