import { median, round } from '../statistics.ts';
import { memoryOf } from './brokers.ts';
import type { MeasuredBroker } from './brokers.ts';
import { CLIENTS, RECORD_BYTES, connectKafka } from './clients.ts';
import type { Client } from './clients.ts';

export type BrokerOptions = { records: number; rounds: number; starts: number };

export type Rates = { recordsPerSecond: number; mbPerSecond: number };
export type BrokerFigures = {
  name: string;
  /** Milliseconds from the start of the process until it serves, with what it had kept. */
  readyMs: number;
  idleMib: number;
  peakMib: number;
  /** By client and direction. */
  rates: Record<string, Rates>;
};

const toRates = (records: number, seconds: readonly number[]): Rates => {
  const recordsPerSecond = records / median(seconds);
  return {
    recordsPerSecond: round(recordsPerSecond, 0),
    mbPerSecond: round((recordsPerSecond * RECORD_BYTES) / 1_000_000),
  };
};

async function withTopic<T>(broker: MeasuredBroker, topic: string, work: () => Promise<T>): Promise<T> {
  const admin = connectKafka(broker.port).admin();
  await admin.connect();
  try {
    await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: true });
    const result = await work();
    await admin.deleteTopics({ topics: [topic] });
    return result;
  } finally {
    await admin.disconnect();
  }
}

/** Writes and reads `records` records once. */
const once = (broker: MeasuredBroker, client: Client, topic: string, records: number) =>
  withTopic(broker, topic, async () => ({
    produce: await client.produce(broker.port, topic, records),
    consume: await client.consume(broker.port, topic, records),
  }));

/** Both brokers in turns, so that what else the machine does meets both. The first round warms up and does not count. */
export async function benchBrokers(
  brokers: readonly MeasuredBroker[],
  { records, rounds, starts }: BrokerOptions,
  say: (line: string) => void,
): Promise<BrokerFigures[]> {
  const seconds = new Map<string, number[]>();
  const idle = brokers.map((broker) => memoryOf(broker.pid()).now);
  for (let at = 0; at <= rounds; at++) {
    say(at === 0 ? 'warming up' : `round ${at} of ${rounds}`);
    for (const client of CLIENTS) {
      for (const broker of brokers) {
        const found = await once(broker, client, `bench-${client.name.replace(' ', '-')}-${at}`, records);
        if (at === 0) continue;
        for (const [direction, value] of Object.entries(found)) {
          const key = `${broker.name} ${client.name} ${direction}`;
          seconds.set(key, [...(seconds.get(key) ?? []), value]);
        }
      }
    }
  }
  const figures: BrokerFigures[] = [];
  for (const [index, broker] of brokers.entries()) {
    const peakMib = round(memoryOf(broker.pid()).peak, 0);
    say(`starting ${broker.name} ${starts} times`);
    const readyMs: number[] = [];
    for (let start = 0; start < starts; start++) {
      await broker.stop();
      readyMs.push(await broker.restart());
    }
    const rates = CLIENTS.flatMap(({ name }) =>
      ['produce', 'consume'].map((direction) => {
        const found = seconds.get(`${broker.name} ${name} ${direction}`) ?? [];
        return [`${name}, ${direction}`, toRates(records, found)] as const;
      }),
    );
    const own = { readyMs: round(median(readyMs), 0), idleMib: round(idle[index] ?? Number.NaN, 0), peakMib };
    figures.push({ name: broker.name, ...own, rates: Object.fromEntries(rates) });
  }
  return figures;
}

const thousands = (value: number): string => value.toLocaleString('en');

/** The figures for people: the first broker beside the second, and what of it the first reaches. */
export function toBrokerTable([first, second]: readonly BrokerFigures[], { records, rounds }: BrokerOptions): string {
  if (!first || !second) throw new RangeError('two brokers are compared');
  const line = (name: string, ...cells: string[]): string =>
    `  ${name.padEnd(26)}${cells.map((cell) => cell.padStart(26)).join('')}`;
  const shown = ({ recordsPerSecond, mbPerSecond }: Rates): string =>
    `${thousands(recordsPerSecond)}/s ${mbPerSecond} MB/s`;
  const rows = Object.entries(first.rates).map(([name, own]) => {
    const other = second.rates[name] ?? { recordsPerSecond: Number.NaN, mbPerSecond: Number.NaN };
    return line(name, shown(own), shown(other), (own.recordsPerSecond / other.recordsPerSecond).toFixed(2));
  });
  const memory = (name: string, own: number, other: number): string =>
    line(name, `${own} MiB`, `${other} MiB`, (own / other).toFixed(2));
  return [
    `${thousands(records)} records of ${RECORD_BYTES} bytes a round, median of ${rounds}, one partition, acks=all`,
    line('', first.name, second.name, 'ratio'),
    ...rows,
    line('ready', `${first.readyMs} ms`, `${second.readyMs} ms`, (first.readyMs / second.readyMs).toFixed(2)),
    memory('memory, idle', first.idleMib, second.idleMib),
    memory('memory, at most', first.peakMib, second.peakMib),
  ].join('\n');
}
