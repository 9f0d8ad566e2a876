import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { API_VERSIONS_KEY } from '../src/apis/api-versions.ts';
import { produce } from '../src/apis/produce.ts';
import type { ClientApi } from '../src/protocol/api.ts';
import { Reader } from '../src/protocol/reader.ts';
import { Writer } from '../src/protocol/writer.ts';
import { FrameSplitter } from '../src/server/frames.ts';

const MAX_ANSWER_BYTES = 100 * 1024 * 1024;

export class HungUp extends Error {}

/** Builds a request frame: its size, the header for this version, the body. */
export function frame(apiKey: number, version: number, body: Buffer, correlationId = 7, flexible = false): Buffer {
  const header = Buffer.alloc(flexible ? 15 : 14);
  header.writeInt32BE(header.length - 4 + body.length);
  header.writeInt16BE(apiKey, 4);
  header.writeInt16BE(version, 6);
  header.writeInt32BE(correlationId, 8);
  header.writeInt16BE(-1, 12);
  return Buffer.concat([header, body]);
}

export function requestFrame<Body>(
  api: ClientApi<Body, unknown>,
  version: number,
  body: Body,
  correlationId = 7,
): Buffer {
  const flexible = version >= api.flexibleFrom;
  const writer = new Writer(version, flexible);
  api.request.write(writer, body);
  return frame(api.key, version, Buffer.concat(writer.chunks()), correlationId, flexible);
}

/**
 * A connection without a client library, so that tests see every error code. It can send a request before earlier requests are
 * answered. It uses the broker's own schemas, so a connection to Apache Kafka also tests these schemas.
 */
export class RawClient {
  private readonly socket: Socket;
  private readonly splitter = new FrameSplitter(MAX_ANSWER_BYTES);
  private readonly waiting = new Map<number, (answer: Buffer | undefined) => void>();
  private nextId = 1;
  private closed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      for (const answer of this.splitter.push(chunk)) this.settle(answer.readInt32BE(), answer);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.closed = true;
      for (const id of this.waiting.keys()) this.settle(id, undefined);
    });
  }

  static async connect(port: number): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  private settle(id: number, answer: Buffer | undefined): void {
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
  }

  /** Sends one request. Rejects with `HungUp` if the connection closes first. */
  async call<Body, Answer>(api: ClientApi<Body, Answer>, version: number, body: Body): Promise<Answer> {
    const id = this.nextId++;
    const bytes = await this.exchange(id, requestFrame(api, version, body, id));
    const flexible = version >= api.flexibleFrom;
    const header = new Reader(bytes.subarray(4));
    if (flexible && api.key !== API_VERSIONS_KEY) header.skipTaggedFields();
    const reader = header.withVersion(version, flexible);
    const answer = api.response.read(reader);
    if (reader.remaining > 0) throw new Error(`${reader.remaining} bytes follow the answer of ${api.name} v${version}`);
    return answer;
  }

  /** Sends a request with correlation id `id`. Resolves with the response, which begins with that id. */
  exchange(id: number, bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const hungUp = (): void => reject(new HungUp('the broker closed the connection'));
      if (this.closed) return hungUp();
      this.waiting.set(id, (answer) => (answer === undefined ? hungUp() : resolve(answer)));
      this.socket.write(bytes);
    });
  }

  close(): void {
    this.socket.destroy();
  }
}

export interface Place {
  readonly topic: string;
  readonly partition?: number;
  readonly acks?: number;
  readonly version?: number;
}

/** Builds the body of a Produce request with one batch. */
export function produceBody({ topic: name, partition: index = 0, acks = -1 }: Place, batch: Buffer) {
  return { acks, timeoutMs: 1_000, topics: [{ name, partitions: [{ index, records: [batch] }] }] };
}

interface Produced {
  readonly errorCode: number;
  readonly baseOffset: number;
  readonly logAppendTime: number;
}

/** Produces one batch. Returns undefined if the broker closed the connection. */
export async function produceRaw(port: number, place: Place, records: Buffer): Promise<Produced | undefined> {
  const client = await RawClient.connect(port);
  try {
    const { responses } = await client.call(produce, place.version ?? 3, produceBody(place, records));
    const answer = responses[0]?.partitions[0];
    if (answer === undefined) throw new Error('the answer holds no partition');
    const { errorCode, baseOffset, logAppendTimeMs: logAppendTime } = answer;
    return { errorCode, baseOffset, logAppendTime };
  } catch (error) {
    if (error instanceof HungUp) return undefined;
    throw error;
  } finally {
    client.close();
  }
}
