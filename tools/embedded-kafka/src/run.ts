import { parseArgs } from 'node:util';
import { startBroker } from './index.ts';
import type { BrokerOptions } from './index.ts';
import { readSecurityFile } from './security-file.ts';

const usage = `usage: main.ts --data-dir <folder> [--port 9092] [--host localhost] [--partitions 3] [--no-auto-create]
       [--flush-interval-ms 1000] [--flush-before-ack] [--security <file>]`;

/** Prints why in one line, and exits with an error. */
function fail(reason: unknown): never {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`);
  process.exit(1);
}

function readFlags(): BrokerOptions {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string' },
      host: { type: 'string', default: 'localhost' },
      port: { type: 'string', default: '9092' },
      partitions: { type: 'string', default: '3' },
      'no-auto-create': { type: 'boolean', default: false },
      'flush-interval-ms': { type: 'string', default: '1000' },
      'flush-before-ack': { type: 'boolean', default: false },
      security: { type: 'string' },
    },
  });
  const dataDir = values['data-dir'];
  const port = Number(values.port);
  const defaultPartitions = Number(values.partitions);
  const flushIntervalMs = Number(values['flush-interval-ms']);
  const valid = port >= 0 && port <= 65_535 && defaultPartitions >= 1 && flushIntervalMs >= 0;
  if (dataDir === undefined || !valid) throw new Error(usage);
  return {
    dataDir,
    host: values.host,
    port,
    defaultPartitions,
    autoCreateTopics: !values['no-auto-create'],
    flushIntervalMs,
    flushBeforeAck: values['flush-before-ack'],
    ...(values.security === undefined ? {} : readSecurityFile(values.security)),
  };
}

try {
  const broker = await startBroker({
    ...readFlags(),
    // Only full segments expire. With Apache Kafka's default of seven days, a topic with little traffic would keep two weeks.
    topicDefaults: { 'segment.ms': String(86_400_000) },
    logger: {
      info: (message) => process.stderr.write(`${message}\n`),
      warn: (message) => process.stderr.write(`${message}\n`),
    },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => broker.close().then(() => process.exit(0), fail));
  }
  process.stdout.write(`${JSON.stringify({ ready: true, port: broker.port })}\n`);
} catch (error) {
  fail(error);
}
