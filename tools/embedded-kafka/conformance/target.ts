import type { Kafka } from 'kafkajs';
import { createTopics } from '../src/apis/create-topics.ts';
import { listOffsets } from '../src/apis/list-offsets.ts';
import { produce } from '../src/apis/produce.ts';
import { HungUp, RawClient, produceBody } from '../test/raw-client.ts';
import type { Place } from '../test/raw-client.ts';
import { client } from '../test/support.ts';

/** A broker that the cases run against, one of the two that are compared. */
export interface Target {
  readonly port: number;
}

export interface Case {
  readonly name: string;
  /** Why the two are known to differ here; the suite fails when they do not any more. */
  readonly deviates?: string;
  /** Gives what the broker answered, as far as two right brokers must agree on it. Runs against both at the same time. */
  run(stage: Stage): Promise<unknown>;
}

/** What one case works with: topics and groups of its own, and clients that are closed when it ends. */
export class Stage {
  readonly port: number;
  readonly kafka: Kafka;
  /** Part of every name, so that no case meets another's. */
  readonly id: string;
  private readonly clients: RawClient[] = [];
  private topics = 0;

  constructor(target: Target, id: string) {
    this.port = target.port;
    this.id = id;
    this.kafka = client(`localhost:${target.port}`);
  }

  async connect(): Promise<RawClient> {
    return this.kept(await RawClient.connect(this.port));
  }

  /** Closed when the case ends. */
  protected kept(connection: RawClient): RawClient {
    this.clients.push(connection);
    return connection;
  }

  async topic(configs: Readonly<Record<string, string>> = {}, partitions = 1): Promise<string> {
    const name = `${this.id}-${this.topics++}`;
    const connection = await this.connect();
    const entries = Object.entries(configs).map(([key, value]) => ({ name: key, value }));
    const topic = { name, numPartitions: partitions, replicationFactor: 1, assignments: [], configs: entries };
    const answer = await connection.call(createTopics, 5, { topics: [topic], timeoutMs: 30_000, validateOnly: false });
    const errorCode = answer.topics[0]?.errorCode;
    if (errorCode !== 0) throw new Error(`${name} was not created: ${errorCode}`);
    await this.untilLed(connection, name, partitions);
    return name;
  }

  /** A topic has leaders a moment after it was created: until then records of it are refused. */
  private async untilLed(connection: RawClient, name: string, partitions: number): Promise<void> {
    const deadline = performance.now() + 30_000;
    for (let index = 0; index < partitions;) {
      const probe = { replicaId: -1, topics: [{ name, partitions: [{ partitionIndex: index, timestamp: -1 }] }] };
      const answer = await connection.call(listOffsets, 5, probe);
      if (answer.topics[0]?.partitions[0]?.errorCode === 0) index++;
      else if (performance.now() > deadline) throw new Error(`${name} has no leader`);
    }
  }

  /** Error code and base offset of one batch, or that the broker hung up. */
  async produce(place: Place, records: Buffer, connection?: RawClient): Promise<unknown> {
    const used = connection ?? (await this.connect());
    return answerOf(async () => {
      const { responses } = await used.call(produce, place.version ?? 9, produceBody(place, Buffer.from(records)));
      const answer = responses[0]?.partitions[0];
      return { errorCode: answer?.errorCode, baseOffset: answer?.baseOffset };
    });
  }

  close(): void {
    for (const connection of this.clients) connection.close();
  }
}

/** An answer, or that the connection was closed in its place. */
export async function answerOf<T>(ask: () => Promise<T>): Promise<T | 'hung up'> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HungUp) return 'hung up';
    throw error;
  }
}
