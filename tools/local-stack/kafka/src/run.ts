import { parseArgs } from 'node:util';
import { startBroker } from './index.ts';

const usage = 'usage: main.ts --data-dir <folder> [--port 9092] [--host localhost] [--partitions 3] [--no-auto-create]';

/** Ends the process with one line that says why. */
function fail(reason: unknown): never {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`);
  process.exit(1);
}

function readFlags(): { dataDir: string; host: string; port: number; partitions: number; autoCreate: boolean } {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string' },
      host: { type: 'string', default: 'localhost' },
      port: { type: 'string', default: '9092' },
      partitions: { type: 'string', default: '3' },
      'no-auto-create': { type: 'boolean', default: false },
    },
  });
  const dataDir = values['data-dir'];
  const port = Number(values.port);
  const partitions = Number(values.partitions);
  if (dataDir === undefined || !(port >= 0 && port <= 65_535) || !(partitions >= 1)) throw new Error(usage);
  return { dataDir, host: values.host, port, partitions, autoCreate: !values['no-auto-create'] };
}

try {
  const flags = readFlags();
  const broker = await startBroker({
    dataDir: flags.dataDir,
    host: flags.host,
    port: flags.port,
    defaultPartitions: flags.partitions,
    autoCreateTopics: flags.autoCreate,
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
