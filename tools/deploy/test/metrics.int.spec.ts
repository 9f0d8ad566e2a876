import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  engines,
  eventually,
  type OwnEngines,
  serviceEnvironment,
  type ServiceProcess,
  STARTING,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { metricsOf, queriesOf } from '../src/monitoring/queries.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What Prometheus itself says of each process that it asks. */
const OF_PROMETHEUS = ['up'];

let [own, tokens]: [OwnEngines, TestTokens] = [undefined as never, undefined as never];
const services: ServiceProcess[] = [];

beforeAll(async () => {
  [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/metrics_${randomUUID().slice(0, 8)}`;
  const environment = { ...serviceEnvironment(own, tokens), CLICKHOUSE_URL: clickhouse.href };
  for (const name of ['events', 'orgs']) services.push(await startServiceProcess(name, environment));
}, STARTING * 2);
afterAll(async () => {
  for (const service of services) await service.stop();
  await tokens?.stop();
  await own?.stop();
});

const scrape = async (): Promise<string> =>
  (await Promise.all(services.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))).join('\n');

// A counter by labels has no line before something is counted, but its name and type are there.
it('every metric of a rule or of the dashboard is in a scrape of the processes', async () => {
  const names = await eventually(async () => {
    const found = new Set(
      [...(await scrape()).matchAll(/^(?:# TYPE )?([a-z_:][\w:]*)(?:\{| )/gim)].map(([, name = '']) => name),
    );
    return found.has('portico_dependency_up') && found;
  });
  const missing = queriesOf(ROOT).flatMap(({ of, expr }) =>
    metricsOf(expr)
      .filter((name) => !names.has(name) && !OF_PROMETHEUS.includes(name))
      .map((name) => `${of}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('says of each dependency whether it answers', async () => {
  await eventually(async () => {
    const text = await scrape();
    return ['postgres', 'kafka', 'clickhouse'].every((name) =>
      text.includes(`portico_dependency_up{dependency="${name}"} 1`),
    );
  });
  await own.withoutPostgres(async () => {
    await eventually(async () => (await scrape()).includes('portico_dependency_up{dependency="postgres"} 0'), 30_000);
  });
}, 60_000);
