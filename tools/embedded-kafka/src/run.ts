import { parseArgs } from 'node:util';
import { startBroker, type BrokerOptions } from './index.ts';
import { readFileSync } from 'node:fs';
import type { AuthorizerOptions } from './security/authorizer.ts';
import type { SaslOptions } from './security/sasl.ts';

const KEYS = {
  '': ['sasl', 'authorizer'],
  sasl: ['users', 'oauthBearer', 'plainTokenEndpoint', 'required', 'maxReauthMs', 'failureDelayMs'],
  'sasl.oauthBearer': ['jwksUrl', 'issuer', 'audience', 'clockSkewSeconds'],
  authorizer: ['superUsers', 'acls'],
};

type Fields = Readonly<Record<string, unknown>>;

/** Rejects unknown keys, because a misspelled restriction would have no effect. */
function checkKeys(where: keyof typeof KEYS, value: unknown): Fields {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) throw new Error(`${where || 'the file'} is not an object`);
  const unknown = Object.keys(value).find((key) => !KEYS[where].includes(key));
  if (unknown !== undefined) throw new Error(`${where}${where && '.'}${unknown} is not an option`);
  return value as Fields;
}

/**
 * Reads the options `{ "sasl": …, "authorizer": … }` from a file, so that passwords do not appear in the process arguments.
 * @throws an error that describes the fault in one line.
 */
function readSecurityFile(path: string): Pick<BrokerOptions, 'sasl' | 'authorizer'> {
  try {
    const { sasl, authorizer } = checkKeys('', JSON.parse(readFileSync(path, 'utf8')));
    checkKeys('sasl.oauthBearer', checkKeys('sasl', sasl)['oauthBearer']);
    checkKeys('authorizer', authorizer);
    return {
      ...(sasl !== undefined && { sasl: sasl as SaslOptions }),
      ...(authorizer !== undefined && { authorizer: authorizer as AuthorizerOptions }),
    };
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

const usage = `usage: main.ts --data-dir <folder> [--port 9092] [--host localhost] [--partitions 3] [--no-auto-create]
       [--flush-interval-ms 1000] [--flush-before-ack] [--security <file>]`;

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
    // Only full segments expire. If segments cover seven days, as by default in Apache Kafka, a topic with little traffic keeps data for
    // two
    // weeks.
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
