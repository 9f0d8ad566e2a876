import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { announced, running } from '../engine.ts';
import type { Running } from '../engine.ts';
import { startChild } from '../process/child.ts';

export type KafkaOptions = { dataDir: string; /** 0 or absent: any free port. */ port?: number };
export type RunningKafka = Running & { brokers: string; port: number };

const PROGRAM = fileURLToPath(new URL('../../../embedded-kafka/src/main.ts', import.meta.url));

/**
 * Starts the embedded broker as a process of its own, its logs below `<dataDir>/kafka`.
 * @throws Error with the broker's own line when it cannot start: the port is used, the directory is of another version.
 */
export const startKafka = async ({ dataDir, port = 0 }: KafkaOptions): Promise<RunningKafka> => {
  const child = await startChild({
    name: 'kafka',
    dataDir,
    command: process.execPath,
    args: [PROGRAM, '--data-dir', join(dataDir, 'kafka'), '--port', String(port), '--host', 'localhost'],
    announces: true,
  });
  const ready = await announced<{ port: number }>('Kafka', child);
  return { ...running(child), brokers: `localhost:${ready.port}`, port: ready.port };
};
