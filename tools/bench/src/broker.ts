import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ApacheKafkaUnavailable } from '@portico/embedded-kafka/apache';
import { benchBrokers, toBrokerTable } from './broker/broker.bench.ts';
import { startApache, startEmbedded } from './broker/brokers.ts';
import { writeFigures } from './report.ts';

/*
 * `npm run bench:broker`: the embedded broker beside Apache Kafka, with the same clients on the same machine. A few minutes;
 * with --quick about two, with rougher figures. Needs Java and Maven.
 */
const FULL = { records: 200_000, rounds: 5, starts: 5 };
const QUICK = { records: 50_000, rounds: 3, starts: 1 };

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
const options = values.quick ? QUICK : FULL;
const folder = await mkdtemp(join(tmpdir(), 'portico-bench-broker-'));
const started: { stop: () => Promise<unknown> }[] = [];
try {
  const apache = await startApache(folder);
  started.push(apache);
  const embedded = await startEmbedded(folder);
  started.push(embedded);
  const figures = await benchBrokers([embedded, apache], options, say);
  process.stdout.write(`\n${toBrokerTable(figures, options)}\n`);
  say(`written to ${await writeFigures('broker', { ...options, figures })}`);
} catch (error) {
  if (!(error instanceof ApacheKafkaUnavailable)) throw error;
  say(error.message);
  process.exitCode = 1;
} finally {
  await Promise.all(started.map((broker) => broker.stop()));
  await rm(folder, { recursive: true, force: true });
}
