import { Reader } from '../src/protocol/reader.ts';
import { Writer } from '../src/protocol/writer.ts';
import { exchange } from './support.ts';

/** A request frame with the classic header (v1), its size first. */
export function frame(apiKey: number, version: number, body: Buffer): Buffer {
  const header = Buffer.alloc(14);
  header.writeInt32BE(10 + body.length);
  header.writeInt16BE(apiKey, 4);
  header.writeInt16BE(version, 6);
  header.writeInt32BE(7, 8);
  header.writeInt16BE(-1, 12);
  return Buffer.concat([header, body]);
}

export interface Produced {
  readonly errorCode: number;
  readonly baseOffset: number;
  readonly logAppendTime: number;
}

/** Produces one batch with Produce v3, written out by hand. `undefined` when the broker closed the connection. */
export async function produceRaw(
  port: number,
  place: { readonly topic: string; readonly partition?: number; readonly acks?: number; readonly version?: number },
  records: Buffer,
): Promise<Produced | undefined> {
  const { topic, partition = 0, acks = -1, version = 3 } = place;
  const writer = new Writer();
  if (version >= 3) writer.int16(-1);
  writer.int16(acks);
  writer.int32(1_000);
  writer.int32(1);
  writer.int16(topic.length);
  writer.utf8(topic, topic.length);
  writer.int32(1);
  writer.int32(partition);
  writer.int32(records.length);
  writer.bytes(records);
  const answer = await exchange(port, frame(0, version, Buffer.concat(writer.chunks())));
  if (answer === undefined) return undefined;
  const reader = new Reader(answer);
  reader.slice(4 + 4);
  reader.slice(reader.int16() + 4 + 4);
  return { errorCode: reader.int16(), baseOffset: reader.int64(), logAppendTime: version >= 2 ? reader.int64() : -1 };
}
