import { fetch } from '../../src/apis/fetch.ts';
import { listOffsets } from '../../src/apis/list-offsets.ts';
import { readBatchHeader } from '../../src/log/record-batch.ts';
import type { RawClient } from '../../test/raw-client.ts';
import { batch } from '../../test/support.ts';
import { answerOf, type Case, type Stage } from '../target.ts';

interface FetchParams {
  readonly topic: string;
  readonly partition?: number;
  readonly offset: number;
  readonly minBytes?: number;
  readonly maxWaitMs?: number;
  readonly maxBytes?: number;
  readonly partitionMaxBytes?: number;
  readonly currentLeaderEpoch?: number;
  readonly version?: number;
}

/** Sends one fetch. Returns the error code, the high watermark and the offsets of all whole batches, without a partial last batch. */
async function fetchOnce(connection: RawClient, params: FetchParams): Promise<unknown> {
  const { topic, partition = 0, offset: fetchOffset, partitionMaxBytes = 1_000_000, currentLeaderEpoch = -1 } = params;
  const { minBytes = 1, maxWaitMs = 0, maxBytes = 50_000_000 } = params;
  const partitions = [{ partition, fetchOffset, partitionMaxBytes, currentLeaderEpoch }];
  const body = { replicaId: -1, maxWaitMs, minBytes, maxBytes, isolationLevel: 0, topics: [{ topic, partitions }] };
  return answerOf(async () => {
    const answer = await connection.call(fetch, params.version ?? 11, body);
    const found = answer.responses[0]?.partitions[0];
    return {
      errorCode: [answer.errorCode, found?.errorCode],
      highWatermark: found?.highWatermark,
      batches: wholeBatches(found?.records ?? Buffer.alloc(0)),
    };
  });
}

function wholeBatches(bytes: Buffer): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at + 61 <= bytes.length;) {
    const { byteLength, baseOffset, lastOffset } = readBatchHeader(bytes, at);
    if (at + byteLength > bytes.length) break;
    found.push([baseOffset, lastOffset]);
    at += byteLength;
  }
  return found;
}

const large = 'x'.repeat(300_000);

/** Creates a topic with segments of 1 MiB. Produces ten batches to it, each with two records and 300 kB. */
async function filled(stage: Stage): Promise<string> {
  const topic = await stage.topic({ 'segment.bytes': String(1024 * 1024) });
  const connection = await stage.connect();
  for (let i = 0; i < 10; i++) await stage.produce({ topic }, batch([large, 'small']), connection);
  return topic;
}

const combinations: Case = {
  name: 'fetching across segments with every combination of min bytes, max wait and max bytes',
  async run(stage) {
    const topic = await filled(stage);
    const connection = await stage.connect();
    const answers: unknown[] = [];
    for (const offset of [0, 1, 5, 6, 7, 13, 19, 20])
      for (const minBytes of [0, 1, 500_000, 5_000_000])
        for (const maxWaitMs of [0, 20])
          for (const partitionMaxBytes of [1, 400_000, 5_000_000])
            answers.push({
              asked: [offset, minBytes, maxWaitMs, partitionMaxBytes],
              got: await fetchOnce(connection, { topic, offset, minBytes, maxWaitMs, partitionMaxBytes }),
            });
    return answers;
  },
};

const versions: Case = {
  name: 'fetching in every version',
  async run(stage) {
    const topic = await filled(stage);
    const connection = await stage.connect();
    const answers: unknown[] = [];
    for (let version = 4; version <= 12; version++)
      answers.push(await fetchOnce(connection, { topic, offset: 3, version }));
    return answers;
  },
};

const errors: Case = {
  name: 'fetching outside the log, from unknown partitions and with a wrong leader epoch',
  async run(stage) {
    const topic = await filled(stage);
    const connection = await stage.connect();
    const requests: FetchParams[] = [
      { topic, offset: 21 },
      { topic, offset: -1 },
      { topic, offset: 1_000_000_000_000 },
      { topic, offset: 0, partition: 7 },
      { topic: `${stage.id}-nowhere`, offset: 0 },
      { topic, offset: 0, currentLeaderEpoch: 5 },
      { topic, offset: 0, currentLeaderEpoch: 0 },
    ];
    const answers: unknown[] = [];
    for (const one of requests) answers.push(await fetchOnce(connection, one));
    return answers;
  },
};

const waiting: Case = {
  name: 'a fetch that waits until enough records arrive',
  async run(stage) {
    const topic = await stage.topic();
    const [reader, writer] = [await stage.connect(), await stage.connect()];
    const first = fetchOnce(reader, { topic, offset: 0, maxWaitMs: 30_000 });
    const produced = await stage.produce({ topic }, batch(['one']), writer);
    const second = fetchOnce(reader, { topic, offset: 1, minBytes: 300, maxWaitMs: 30_000 });
    const values = ['two', 'three', 'x'.repeat(400)];
    const more: unknown[] = [];
    for (const value of values) more.push(await stage.produce({ topic }, batch([value]), writer));
    // The brokers may return different numbers of batches, so the case compares only the first batch.
    const answer = (await second) as { batches: [number, number][] };
    return [await first, produced, more, answer.batches[0]];
  },
};

const times: Case = {
  name: 'listing offsets by time, by position, and of the largest timestamp',
  async run(stage) {
    const topic = await stage.topic({ 'message.timestamp.type': 'CreateTime' });
    const connection = await stage.connect();
    const start = Date.now() - 1_000_000;
    for (const time of [10, 20, 15, 40, 40, 30]) {
      await stage.produce({ topic }, batch(['a', 'b'], { timestamp: start + time }), connection);
    }
    const ask = (timestamp: number, version: number, partitionIndex = 0) =>
      answerOf(async () => {
        const partitions = [{ partitionIndex, timestamp }];
        const answer = await connection.call(listOffsets, version, {
          replicaId: -1,
          topics: [{ name: topic, partitions }],
        });
        const found = answer.topics[0]?.partitions[0];
        const time = (found?.timestamp ?? -1) > 0 ? (found?.timestamp ?? 0) - start : found?.timestamp;
        return { errorCode: found?.errorCode, offset: found?.offset, time };
      });
    const answers: unknown[] = [];
    for (const version of [1, 4, 5, 7, 8]) {
      for (const place of [-1, -2]) answers.push(await ask(place, version));
      for (const time of [0, 10, 11, 16, 20, 21, 40, 41]) answers.push(await ask(start + time, version));
    }
    answers.push(await ask(-3, 7), await ask(-1, 5, 9));
    return answers;
  },
};

export const fetchCases: readonly Case[] = [combinations, versions, errors, waiting, times];
