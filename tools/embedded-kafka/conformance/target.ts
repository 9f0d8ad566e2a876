import type { Kafka } from 'kafkajs';
import { createTopics } from '../src/apis/create-topics.ts';
import { listOffsets } from '../src/apis/list-offsets.ts';
import { produce } from '../src/apis/produce.ts';
import { HungUp, RawClient, produceBody, type Place } from '../test/raw-client.ts';
import { client } from '../test/support.ts';

export interface Target {
  readonly port: number;
}

export interface Case<S extends Stage = Stage> {
  readonly name: string;
  /** The known reason why the two brokers' results differ. The suite fails if the results become equal. */
  readonly deviates?: string;
  /** Returns the part of the broker's response on which two correct brokers must agree. Runs against both brokers concurrently. */
  run(stage: S): Promise<unknown>;
}

/** Helpers of one case: its own topics and groups, and clients that are closed when the case ends. */
export class Stage {
  readonly port: number;
  readonly kafka: Kafka;
  /** Part of every topic and group name, so that cases share no topics or groups. */
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

  /** Registers a connection to be closed at the end of the case. */
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

  /** Waits until the partitions of a new topic have leaders. Until then, brokers reject records. */
  private async untilLed(connection: RawClient, name: string, partitions: number): Promise<void> {
    const deadline = performance.now() + 30_000;
    for (let index = 0; index < partitions;) {
      const probe = { replicaId: -1, topics: [{ name, partitions: [{ partitionIndex: index, timestamp: -1 }] }] };
      const answer = await connection.call(listOffsets, 5, probe);
      if (answer.topics[0]?.partitions[0]?.errorCode === 0) index++;
      else if (performance.now() > deadline) throw new Error(`${name} has no leader`);
    }
  }

  /** Produces one batch. Returns the error code and base offset, or `hung up` if the broker closed the connection. */
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

/** Returns the response, or `hung up` if the broker closed the connection. */
export async function answerOf<T>(ask: () => Promise<T>): Promise<T | 'hung up'> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HungUp) return 'hung up';
    throw error;
  }
}
