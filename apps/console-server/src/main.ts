import { fileURLToPath } from 'node:url';
import { startConsole } from '@portico/console-host';
import { readConfig } from '@portico/service/config';
import { ConsoleServerConfig } from './config.ts';

/** Milliseconds that responses in progress may take after the drain. The server then aborts them. */
const GRACE_MS = 3_000;

/** Folder of the built console, relative to this program's folder `dist/services`. */
const BUILT = fileURLToPath(new URL('../../apps/console/dist', import.meta.url));

const config = readConfig('console-server', ConsoleServerConfig);
const log = (line: object): void => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), service: 'console', ...line })}\n`);
};

/** Loads the metrics packages only if a metrics port is configured, to save memory. */
async function ownMetrics({ HOST, METRICS_PORT: port }: ConsoleServerConfig) {
  if (port === undefined) return null;
  const { serveMetrics, showBuild } = await import('@portico/service/metrics');
  showBuild('console-server');
  return serveMetrics(HOST, port);
}

const server = await startConsole({
  folder: config.CONSOLE_FOLDER ?? BUILT,
  hosts: [config.HOST],
  port: config.PORT,
  apiUrl: config.API_URL,
  issuer: config.OIDC_ISSUER,
  botCheck: config.RECAPTCHA_SCRIPT_URL,
}).catch((error: unknown) => {
  process.stderr.write(`cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
const metrics = await ownMetrics(config);
log({ level: 'info', msg: `listening on http://${config.HOST}:${server.port}` });

const end = (reason: string): void => {
  log({ level: 'info', msg: 'draining requests before shutdown', reason, seconds: config.DRAIN_SECONDS });
  server.drain();
  const stop = async (): Promise<void> => {
    await Promise.all([server.stop(GRACE_MS), metrics?.stop()]);
    process.exit(0);
  };
  setTimeout(() => void stop(), config.DRAIN_SECONDS * 1_000);
};
process.once('SIGTERM', () => end('SIGTERM'));
process.once('SIGINT', () => end('SIGINT'));
