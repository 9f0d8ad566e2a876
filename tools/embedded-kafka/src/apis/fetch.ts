import { LEADER_EPOCH } from '../log/partition-log.ts';
import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
import { between, since, struct } from '../protocol/struct.ts';
import { array, int16, int32, int64, int8, nullableArray, records, string, type ReadOf } from '../protocol/types.ts';
import { CLUSTER_NAME } from '../security/acl.ts';
import { slabs } from '../storage/slab-pool.ts';
import { refused } from './authorization.ts';

/** Maximum size of a response, whatever the client requests. The first batch may exceed it. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
const MAX_WAIT_MS = 60_000;

const requestedPartition = struct({
  partition: int32,
  currentLeaderEpoch: since(9, int32, -1),
  fetchOffset: int64,
  lastFetchedEpoch: since(12, int32, -1),
  logStartOffset: since(5, int64, -1),
  partitionMaxBytes: int32,
});

const request = struct({
  replicaId: int32,
  maxWaitMs: int32,
  minBytes: int32,
  maxBytes: int32,
  isolationLevel: int8,
  sessionId: since(7, int32, 0),
  sessionEpoch: since(7, int32, -1),
  topics: array(struct({ topic: string, partitions: array(requestedPartition) })),
  forgottenTopics: since(7, array(struct({ topic: string, partitions: array(int32) })), []),
  rackId: since(11, string, ''),
});

const partitionResponse = struct({
  partitionIndex: int32,
  errorCode: int16,
  highWatermark: int64,
  lastStableOffset: int64,
  logStartOffset: since(5, int64, -1),
  abortedTransactions: nullableArray(struct({ producerId: int64, firstOffset: int64 })),
  preferredReadReplica: between(11, 99, int32, -1),
  records,
});

const response = struct({
  throttleTimeMs: since(0, int32, 0),
  errorCode: since(7, int16, 0),
  sessionId: since(7, int32, 0),
  responses: array(struct({ topic: string, partitions: array(partitionResponse) })),
});

type FetchRequest = ReadOf<typeof request>;

/** A replica may read every topic if it has CLUSTER_ACTION; a consumer needs READ on the topic. */
function mayRead({ replicaId }: FetchRequest, topic: string, { session: { permissions } }: RequestContext): boolean {
  if (replicaId >= 0) return permissions.allows('CLUSTER_ACTION', 'CLUSTER', CLUSTER_NAME);
  return permissions.allows('READ', 'TOPIC', topic);
}

function readPartition(
  { broker }: RequestContext,
  { topic, isAllowed }: { topic: string; isAllowed: boolean },
  requested: ReadOf<typeof requestedPartition>,
  room: number,
  atLeastOne: boolean,
) {
  const partitionIndex = requested.partition;
  try {
    if (!isAllowed) throw refused('TOPIC');
    const log = broker.topics.partition(topic, partitionIndex);
    if (requested.currentLeaderEpoch > LEADER_EPOCH) {
      throw new KafkaError(ErrorCode.UNKNOWN_LEADER_EPOCH, `the leader epoch is ${LEADER_EPOCH}`);
    }
    const bytes = log.read(requested.fetchOffset, Math.min(requested.partitionMaxBytes, room), atLeastOne);
    const offsets = {
      highWatermark: log.nextOffset,
      lastStableOffset: log.nextOffset,
      logStartOffset: log.logStartOffset,
    };
    const slices = bytes === undefined || bytes.length === 0 ? [] : [bytes];
    return { partitionIndex, errorCode: ErrorCode.NONE, ...offsets, abortedTransactions: null, records: slices };
  } catch (error) {
    const { errorCode } = toAnswer(error);
    const offsets = { highWatermark: -1, lastStableOffset: -1 };
    return { partitionIndex, errorCode, ...offsets, abortedTransactions: null, records: [] };
  }
}

/** Reads every partition once, until the response is full. `bytes`: size of the records. `failed`: whether any partition had an error. */
function readAll(context: RequestContext, request: FetchRequest) {
  const { topics, maxBytes } = request;
  let room = Math.min(maxBytes, MAX_RESPONSE_BYTES);
  let bytes = 0;
  let failed = false;
  const responses = topics.map(({ topic, partitions }) => {
    const isAllowed = mayRead(request, topic, context);
    const answers = partitions.map((requested) => {
      const answer = readPartition(context, { topic, isAllowed }, requested, Math.max(room, 0), bytes === 0);
      const length = answer.records[0]?.length ?? 0;
      bytes += length;
      room -= length;
      failed ||= answer.errorCode !== ErrorCode.NONE;
      return answer;
    });
    return { topic, partitions: answers };
  });
  return { responses, bytes, failed };
}

/** Resolves when `bytes` more are appended to the requested partitions, when the time is up, or when the client disconnects. */
function waitForBytes(
  { broker, signal }: RequestContext,
  { topics, maxWaitMs }: FetchRequest,
  bytes: number,
): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const finish = (): void => {
      for (const stop of stops) stop();
      resolve();
    };
    const timer = setTimeout(finish, Math.min(maxWaitMs, MAX_WAIT_MS));
    stops.push(() => clearTimeout(timer));
    signal.addEventListener('abort', finish, { once: true });
    stops.push(() => signal.removeEventListener('abort', finish));
    let missing = bytes;
    const onAppend = (appended: number): void => {
      missing -= appended;
      if (missing <= 0) finish();
    };
    for (const { topic, partitions } of topics) {
      for (const { partition } of partitions) {
        const log = broker.topics.find(topic)?.partitions[partition];
        if (log !== undefined) stops.push(log.onAppend(onAppend));
      }
    }
  });
}

/**
 * Reads batches from given offsets. Waits up to `maxWaitMs` for `minBytes`; returns errors at once. Fetch sessions are not supported:
 * every response has session 0, so clients list all their partitions in each request.
 */
export const fetch = defineApi({
  key: 1,
  name: 'Fetch',
  versions: [4, 12],
  flexibleFrom: 12,
  request,
  response,
  async handle(body, context) {
    if (body.sessionId !== 0) return { errorCode: ErrorCode.FETCH_SESSION_ID_NOT_FOUND, responses: [] };
    const first = readAll(context, body);
    const enough = first.failed || first.bytes >= body.minBytes || first.bytes >= body.maxBytes;
    if (enough || body.maxWaitMs <= 0) return { responses: first.responses };
    for (const { partitions } of first.responses)
      for (const {
        records: [bytes],
      } of partitions)
        if (bytes) slabs.release(bytes);
    await waitForBytes(context, body, body.minBytes - first.bytes);
    // Reads again, because permissions may have changed during the wait.
    return { responses: readAll(context, body).responses };
  },
});
