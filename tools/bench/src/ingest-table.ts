import type { IngestCosts } from './ingest-rounds.ts';
import { median, round } from './statistics.ts';

const thousands = (value: number): string => Math.round(value).toLocaleString('en');
const line = (name: string, ...cells: string[]): string =>
  `  ${name.padEnd(44)}${cells.map((cell) => cell.padStart(14)).join('')}`;

/** The figures for people. */
export function ingestTable(costs: IngestCosts): string {
  const of = (pick: (one: IngestCosts['rounds'][number]) => number): number => median(costs.rounds.map(pick));
  const microseconds = (seconds: (one: IngestCosts['rounds'][number]) => number): string =>
    `${round(
      of((one) => (seconds(one) / one.service.events) * 1e6),
      1,
    )} µs`;
  const memory = costs.rounds.at(-1)?.service.memory;
  return [
    `${thousands(costs.events)} events a round, ${costs.rounds.length} rounds, medians`,
    line('', 'a core-second', 'a second'),
    line(
      'read, judged, looked up, stored',
      thousands(costs.storedPerCoreSecond),
      thousands(of(({ service }) => service.events / service.seconds)),
    ),
    line(
      'read, judged, thrown away',
      thousands(costs.discardedPerCoreSecond),
      thousands(of(({ discarding }) => discarding.events / discarding.seconds)),
    ),
    line(
      'ready rows inserted',
      thousands(costs.insertedPerCoreSecond),
      thousands(of(({ direct }) => direct.events / direct.seconds)),
    ),
    line('stored beside thrown away', String(costs.besideDiscarding)),
    line('stored beside ready rows', String(costs.besideDirect)),
    line(
      'one event: the service, ClickHouse',
      microseconds(({ service }) => service.serviceSeconds),
      microseconds(({ service }) => service.clickhouseSeconds),
    ),
    line(
      'rejected, duplicates in the last round',
      thousands(costs.rounds.at(-1)?.service.rejected ?? 0),
      thousands(costs.rounds.at(-1)?.service.duplicates ?? 0),
    ),
    line(
      'memory early, at the end, at most',
      ...(memory ? [memory.early, memory.last, memory.most].map((one) => `${one} MiB`) : []),
    ),
    "  ClickHouse's own Kafka engine is not measured: the embedded ClickHouse is built without it.",
    '',
  ].join('\n');
}
