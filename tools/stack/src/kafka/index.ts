import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrokerOptions } from '@portico/embedded-kafka';
import { announced, running } from '../engine.ts';
import type { Running } from '../engine.ts';
import { startChild } from '../process/child.ts';
import { freePort } from '../process/ports.ts';
import { serviceMemory } from '../service-memory.ts';

export type KafkaOptions = {
  dataDir: string;
  /** 0 or absent: any free port. */
  port?: number;
  /** How clients authenticate and what they may do; absent: everyone may do everything. */
  security?: Pick<BrokerOptions, 'sasl' | 'authorizer'>;
};
export type RunningKafka = Running & { brokers: string; port: number };

const PROGRAM = fileURLToPath(new URL('../../../embedded-kafka/src/main.ts', import.meta.url));

/** For this user alone: it may hold passwords. */
const writeSecurity = (dataDir: string, security: KafkaOptions['security']): string => {
  const file = join(dataDir, 'kafka-security.json');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(security), { mode: 0o600 });
  return file;
};

/**
 * Starts the embedded broker as a process of its own, its logs below `<dataDir>/kafka`.
 * @throws Error with the broker's own line when it cannot start: the port is used, the directory is of another version.
 */
export const startKafka = async ({ dataDir, port: wanted, security }: KafkaOptions): Promise<RunningKafka> => {
  const port = wanted || (await freePort());
  const flags = ['--data-dir', join(dataDir, 'kafka'), '--port', String(port), '--host', 'localhost'];
  const memory = serviceMemory('kafka');
  const child = await startChild({
    name: 'kafka',
    dataDir,
    command: process.execPath,
    args: [
      ...memory.flags,
      PROGRAM,
      ...flags,
      ...(security === undefined ? [] : ['--security', writeSecurity(dataDir, security)]),
    ],
    env: { ...memory.environment, ...process.env },
    announces: true,
  });
  const ready = await announced<{ port: number }>('Kafka', child);
  return { ...running(child), brokers: `localhost:${ready.port}`, port: ready.port };
};
export { kafkaCredentials } from './security.ts';
