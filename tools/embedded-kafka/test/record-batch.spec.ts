import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { PartitionLog } from '../src/log/partition-log.ts';
import { checkProducedBatch, isIntactBatch, sealProducedBatch, type BatchLimits } from '../src/log/record-batch.ts';
import { ErrorCode, KafkaError } from '../src/protocol/error-code.ts';
import { altered, batch, temporaryFolder, type BatchOptions } from './support.ts';

const limits: BatchLimits = { maxMessageBytes: 10_000, requireKeys: false };
const stamp = { baseOffset: 41, leaderEpoch: 3, appendTime: 123_456_789_012 };

function codeOf(action: () => unknown): number {
  try {
    action();
    return ErrorCode.NONE;
  } catch (error) {
    if (error instanceof KafkaError) return error.code;
    throw error;
  }
}

function accept(bytes: Buffer, changed: Partial<BatchLimits> = {}): number {
  return codeOf(() => {
    checkProducedBatch(bytes, { ...limits, ...changed });
    sealProducedBatch(bytes, stamp, { ...limits, ...changed });
  });
}

describe('a produced batch', () => {
  it('is accepted, stamped and otherwise unchanged', () => {
    const bytes = batch(['one', 'two']);
    expect(accept(bytes)).toBe(ErrorCode.NONE);
    expect(isIntactBatch(bytes, 0)).toBe(true);
    expect([bytes.readBigInt64BE(0), bytes.readInt32BE(12)]).toEqual([41n, 3]);
    expect([bytes.readInt16BE(21), bytes.readBigInt64BE(35)]).toEqual([8, 123_456_789_012n]);
  });

  it.each<[string, Buffer, number]>([
    ['a wrong checksum', Buffer.concat([batch(['one']).subarray(0, -1), Buffer.from([9])]), ErrorCode.CORRUPT_MESSAGE],
    ['missing bytes', batch(['one']).subarray(0, 40), ErrorCode.INVALID_RECORD],
    ['no bytes', Buffer.alloc(0), ErrorCode.INVALID_RECORD],
    ['two batches', Buffer.concat([batch(['one']), batch(['two'])]), ErrorCode.INVALID_RECORD],
    ['message format v1', altered((bytes) => bytes.writeInt8(1, 16)), ErrorCode.INVALID_RECORD],
    ['an unknown format', altered((bytes) => bytes.writeInt8(3, 16)), ErrorCode.CORRUPT_MESSAGE],
    ['more bytes than allowed', batch(['x'.repeat(11_000)]), ErrorCode.MESSAGE_TOO_LARGE],
    ['a base offset other than zero', altered((bytes) => bytes.writeInt8(1, 7)), ErrorCode.INVALID_RECORD],
    ['a wrong record count', altered((bytes) => bytes.writeInt32BE(3, 57)), ErrorCode.INVALID_RECORD],
    ['no records', altered((bytes) => bytes.writeInt32BE(0, 57)), ErrorCode.INVALID_RECORD],
    ['a control batch', altered((bytes) => bytes.writeInt16BE(0x20, 21)), ErrorCode.INVALID_RECORD],
    ['a transaction', altered((bytes) => bytes.writeInt16BE(0x10, 21)), ErrorCode.INVALID_RECORD],
    ['an unknown compression', altered((bytes) => bytes.writeInt16BE(7, 21)), ErrorCode.CORRUPT_MESSAGE],
    ['a record longer than the batch', altered((bytes) => bytes.writeUInt8(0x7e, 61)), ErrorCode.INVALID_RECORD],
    [
      'compressed records, which are not read',
      altered((bytes) => (bytes.writeInt16BE(1, 21), bytes.writeUInt8(0x7e, 61))),
      0,
    ],
  ])('gets the right error code for %s', (_, bytes, code) => {
    expect(accept(bytes)).toBe(code);
  });

  it('may contain 100,001 compressed records, but is rejected if it falsely claims two billion', () => {
    const compress: BatchOptions['compress'] = { codec: 1, bytes: (plain) => gzipSync(plain) };
    const claim = (count: number) =>
      altered((bytes) => (bytes.writeInt32BE(count - 1, 23), bytes.writeInt32BE(count, 57)), { compress });
    expect(accept(claim(2_000_000_000))).toBe(ErrorCode.INVALID_RECORD);
    const many = Array.from({ length: 100_001 }, () => 'x');
    expect(accept(batch(many, { compress }), { maxMessageBytes: 1_000_000 })).toBe(ErrorCode.NONE);
  });

  it('needs keys on a compacted topic', () => {
    expect(accept(batch(['one']), { requireKeys: true })).toBe(ErrorCode.INVALID_RECORD);
    expect(accept(batch(['one'], { keys: true }), { requireKeys: true })).toBe(ErrorCode.NONE);
  });
});

describe('an idempotent producer', () => {
  const config = { ...limits, segmentBytes: 1024 * 1024, useLogAppendTime: true };
  const send = (log: PartitionLog, baseSequence: number, values: string[], producerEpoch = 0): number =>
    log.append(batch(values, { producerId: 7, producerEpoch, baseSequence }), config).baseOffset;

  /** Each case gets an open log, or a log that was reopened after a clean close or after a kill. */
  it.each([
    ['while it is in use', (log: PartitionLog) => log],
    ['after a clean restart', (log: PartitionLog) => (log.close(), new PartitionLog(log.folder))],
    ['after a kill', (log: PartitionLog) => (log.discard(), new PartitionLog(log.folder))],
  ])('is recognized in the log by its sequence numbers %s', (_, reopen) => {
    const folder = temporaryFolder();
    const first = new PartitionLog(folder.path);
    const sent = range(10).map((i) => send(first, i * 2, ['a', 'b']));
    expect(sent).toEqual(range(10).map((i) => i * 2));
    const log = reopen(first);
    expect(send(log, 18, ['a', 'b'])).toBe(18);
    expect(send(log, 10, ['a', 'b'])).toBe(10);
    expect(log.nextOffset).toBe(20);
    expect(codeOf(() => send(log, 0, ['a', 'b']))).toBe(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    expect(codeOf(() => send(log, 22, ['a']))).toBe(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    expect(send(log, 20, ['a'])).toBe(20);
    expect(codeOf(() => send(log, 5, ['a'], 1))).toBe(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    expect(send(log, 0, ['a'], 1)).toBe(21);
    expect(codeOf(() => send(log, 21, ['a'], 0))).toBe(ErrorCode.INVALID_PRODUCER_EPOCH);
    log.close();
    folder.remove();
  });

  it('continues with sequence 0 after the largest sequence', () => {
    const folder = temporaryFolder();
    const log = new PartitionLog(folder.path);
    send(log, 0x7fff_fffe, ['a', 'b']);
    expect(send(log, 0, ['c'])).toBe(2);
    send(log, 1, ['d']);
    log.close();
    folder.remove();
  });
});

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
