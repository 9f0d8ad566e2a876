import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  engines,
  freePort,
  type OwnEngines,
  serviceEnvironment,
  type ServiceProcess,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
} from '@portico/testkit';

/** Processes that serve metrics on their request port. The processes in `PUBLIC` have a separate metrics port. */
const PRIVATE = ['alerts', 'billing', 'events', 'integrations', 'orgs'] as const;
const PUBLIC = ['gateway', 'console-server'] as const;

export type ScrapedProcesses = {
  own: OwnEngines;
  /** Scrapes all processes after some requests. Returns the metrics text of each process by name. */
  scrapes: () => Promise<Record<string, string>>;
  stop: () => Promise<void>;
};

/** Starts one process of each program that works without a sign-on provider. The processes have their own engines. */
export async function startScrapedProcesses(): Promise<ScrapedProcesses> {
  const [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
  const folder = mkdtempSync(join(tmpdir(), 'portico-scraped-'));
  writeFileSync(join(folder, 'index.html'), '<meta name="portico:api-url" content="" /><title>Portico</title>');
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/metrics_${randomUUID().slice(0, 8)}`;
  const services: ServiceProcess[] = [];
  const addresses = new Map<string, string>();
  const environment = {
    ...serviceEnvironment(own, tokens),
    CLICKHOUSE_URL: clickhouse.href,
    EVENTS_URL: tokens.identityUrl,
  };
  const start = async (name: string, more: Record<string, string> = {}): Promise<string> => {
    const service = await startServiceProcess(name, { ...environment, ...more });
    services.push(service);
    return service.url;
  };
  await Promise.all(PRIVATE.map(async (name) => addresses.set(name, await start(name))));
  const urls = Object.fromEntries([...addresses].map(([name, url]) => [`${name.toUpperCase()}_URL`, url]));
  const extraEnvironment = { ...urls, OIDC_ISSUER: 'https://sign.on.test/', CONSOLE_FOLDER: folder };
  const startPublic = async (name: string): Promise<void> => {
    const port = String(await freePort());
    const url = await start(name, { ...extraEnvironment, METRICS_PORT: port });
    addresses.set(name, `http://127.0.0.1:${port}`);
    await fetch(`${url}/organizations`);
  };
  await Promise.all(PUBLIC.map(startPublic));
  for (const name of PRIVATE) await fetch(`${addresses.get(name)}/nothing`);
  return {
    own,
    scrapes: async () =>
      Object.fromEntries(
        await Promise.all(
          [...addresses].map(async ([name, url]) => [name, await (await fetch(`${url}/metrics`)).text()] as const),
        ),
      ),
    stop: async () => {
      await Promise.all(services.map((service) => service.stop()));
      await Promise.all([tokens.stop(), own.stop()]);
      rmSync(folder, { recursive: true });
    },
  };
}
