import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startClickHouse, startKafka, startPostgres } from '@portico/stack';

export type Engine = 'kafka' | 'postgres' | 'clickhouse';
type Where = { dataDir: string; port?: number };
type Running = { url: string; port: number; pid: number; exited: Promise<unknown>; stop: () => Promise<void> };

const START: Record<Engine, (where: Where) => Promise<Running>> = {
  kafka: async (where) => {
    const kafka = await startKafka(where);
    return { ...kafka, url: kafka.brokers };
  },
  postgres: (where) => startPostgres({ ...where, fast: true }),
  clickhouse: startClickHouse,
};

/** Engines that can be copied, destroyed with their data, and restored at the same address. */
export class LosableEngines {
  private readonly dataDir: string;
  private readonly running: Record<Engine, Running>;

  private constructor(dataDir: string, running: Record<Engine, Running>) {
    this.dataDir = dataDir;
    this.running = running;
  }

  static async start(): Promise<LosableEngines> {
    const dataDir = await mkdtemp(join(tmpdir(), 'portico-restore-'));
    const [kafka, postgres, clickhouse] = await Promise.all([
      START.kafka({ dataDir }),
      START.postgres({ dataDir }),
      START.clickhouse({ dataDir }),
    ]);
    return new LosableEngines(dataDir, { kafka, postgres, clickhouse });
  }

  get environment(): { KAFKA_BROKERS: string; POSTGRES_URL: string; CLICKHOUSE_URL: string } {
    const { kafka, postgres, clickhouse } = this.running;
    return { KAFKA_BROKERS: kafka.url, POSTGRES_URL: postgres.url, CLICKHOUSE_URL: clickhouse.url };
  }

  /** Stops an engine, copies its data, and starts it again. Meanwhile services wait for the engine. */
  async save(engine: Engine): Promise<void> {
    await this.running[engine].stop();
    await promisify(execFile)('cp', ['-a', this.folder(engine), this.copy(engine)]);
    await this.begin(engine);
  }

  /** Destroys an engine and its data, like the loss of its machine. */
  async lose(engine: Engine): Promise<void> {
    const { pid, exited } = this.running[engine];
    process.kill(pid, 'SIGKILL');
    await exited;
    await rm(this.folder(engine), { recursive: true });
  }

  /** Starts a destroyed engine with its copy, or empty if it was never saved. */
  async restore(engine: Engine): Promise<void> {
    await promisify(execFile)('mv', [this.copy(engine), this.folder(engine)]).catch(() => undefined);
    await this.begin(engine);
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.running).map((engine) => engine.stop()));
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async begin(engine: Engine): Promise<void> {
    this.running[engine] = await START[engine]({ dataDir: this.dataDir, port: this.running[engine].port });
  }

  private folder(engine: Engine): string {
    return join(this.dataDir, engine);
  }

  private copy(engine: Engine): string {
    return `${this.folder(engine)}-copy`;
  }
}
