import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER_JVM, startApacheKafka } from '@portico/embedded-kafka/apache';

/** A broker in a process of its own. */
export type MeasuredBroker = {
  name: string;
  port: number;
  pid: () => number;
  /** Ends it in order. */
  stop: () => Promise<unknown>;
  /** Starts it again with what it had kept. @returns milliseconds from the start of the process until it serves. */
  restart: () => Promise<number>;
};

const EMBEDDED = fileURLToPath(import.meta.resolve('@portico/embedded-kafka')).replace(/index\.ts$/, 'main.ts');

export async function startEmbedded(folder: string): Promise<MeasuredBroker> {
  const start = async (port: number) => {
    const began = performance.now();
    const args = [EMBEDDED, '--data-dir', join(folder, 'embedded'), '--port', String(port), '--partitions', '1'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const ms = performance.now() - began;
    return { child, ms, port: (JSON.parse(line.toString()) as { port: number }).port };
  };
  let running = await start(0);
  return {
    name: 'embedded broker',
    port: running.port,
    pid: () => running.child.pid ?? 0,
    stop: async () => {
      running.child.kill('SIGTERM');
      await once(running.child, 'exit');
    },
    restart: async () => {
      running = await start(running.port);
      return running.ms;
    },
  };
}

/** With the options of the virtual machine that Apache Kafka's own start script sets. */
export async function startApache(folder: string): Promise<MeasuredBroker> {
  const kafka = await startApacheKafka({ dataDir: join(folder, 'apache'), jvm: SERVER_JVM });
  return {
    name: 'Apache Kafka',
    port: kafka.port,
    pid: kafka.pid,
    stop: kafka.stop,
    restart: async () => {
      const began = performance.now();
      await kafka.restart();
      return performance.now() - began;
    },
  };
}

/** Resident memory of a process in MiB, now and at most since it started. Linux alone tells; elsewhere NaN. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const read = (field: string, status: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1_024;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return { now: read('VmRSS', status), peak: read('VmHWM', status) };
  } catch {
    return { now: Number.NaN, peak: Number.NaN };
  }
}
