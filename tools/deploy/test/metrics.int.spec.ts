import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, STARTING } from '@portico/testkit';
import { metricsOf, queriesOf } from '../src/monitoring/queries.ts';
import { type ScrapedProcesses, startScrapedProcesses } from './scraped-processes.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Metrics that Prometheus itself adds for each scraped process. */
const OF_PROMETHEUS = ['up'];
/** Matches suffixes of a histogram that appear only after the first measurement. The histogram's name and type always exist. */
const OF_HISTOGRAM = /_(bucket|count|sum)$/;

let processes: ScrapedProcesses;
beforeAll(async () => {
  processes = await startScrapedProcesses();
}, STARTING * 3);
afterAll(async () => processes?.stop());

const scrape = async (): Promise<string> => Object.values(await processes.scrapes()).join('\n');

// A counter with labels has no sample before its first increment, but its name and type exist.
it('every metric in the rules and the dashboard exists in a scrape of the processes', async () => {
  const names = await eventually(async () => {
    const found = new Set(
      [...(await scrape()).matchAll(/^(?:# TYPE )?([a-z_:][\w:]*)(?:\{| )/gim)].map(([, name = '']) => name),
    );
    return found.has('portico_dependency_up') && found;
  });
  const missing = queriesOf(ROOT).flatMap((query) =>
    metricsOf(query.expr)
      .filter((name) => !names.has(name) && !names.has(name.replace(OF_HISTOGRAM, '')) && !OF_PROMETHEUS.includes(name))
      .map((name) => `${query.name}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('processes report for each dependency whether it is available', async () => {
  await eventually(async () => {
    const text = await scrape();
    return ['postgres', 'kafka', 'clickhouse'].every((name) =>
      text.includes(`portico_dependency_up{dependency="${name}"} 1`),
    );
  });
  await processes.own.withoutPostgres(async () => {
    await eventually(async () => (await scrape()).includes('portico_dependency_up{dependency="postgres"} 0'), 30_000);
  });
}, 60_000);

it('every process reports its name, and omits metrics from an unavailable database', async () => {
  const scrapes = await processes.scrapes();
  for (const [name, text] of Object.entries(scrapes)) expect(text).toContain(`portico_build_info{service="${name}",`);
  expect(scrapes['orgs']).toMatch(/^portico_outbox_oldest_seconds \d/m);
  await processes.own.withoutPostgres(async () => {
    await eventually(
      async () => !/^portico_outbox_oldest_seconds /m.test((await processes.scrapes())['orgs'] ?? ''),
      30_000,
    );
  });
}, 60_000);
