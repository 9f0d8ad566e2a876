import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrokerOptions } from '@portico/embedded-kafka';
import { announced, running, type Running } from '../engine.ts';
import { startChild } from '../process/child.ts';
import { freePort } from '../process/ports.ts';
import { serviceMemory } from '../service-memory.ts';

type KafkaOptions = {
  dataDir: string;
  /** 0 or undefined picks a free port. */
  port?: number;
  /** Authentication and permissions of clients. If undefined, every client may do everything. */
  security?: Pick<BrokerOptions, 'sasl' | 'authorizer'>;
};
type RunningKafka = Running & { brokers: string; port: number };

const PROGRAM = fileURLToPath(new URL('../../../embedded-kafka/src/main.ts', import.meta.url));

/** Writes the broker's security file. Only this user may read it, because it may contain passwords. */
const writeSecurity = (dataDir: string, security: KafkaOptions['security']): string => {
  const file = join(dataDir, 'kafka-security.json');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(security), { mode: 0o600 });
  return file;
};

/**
 * Starts the embedded broker as a separate process, with its logs in `<dataDir>/kafka`.
 * @throws Error with the broker's own message when it cannot start: the port is in use, or the directory is of another version.
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
